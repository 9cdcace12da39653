import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Notice } from '../../ui/notice.tsx';

/** A spreadsheet that shows an id as 1,23E+15 has thrown its digits away; the file alone cannot be mended. */
export function DamagedHelp(): ReactNode {
  const {
    imports: { damaged },
  } = useMessages();
  return (
    <Notice tone="warning" title={damaged.title}>
      <ol className="mt-1 list-decimal pl-4">
        {damaged.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Notice>
  );
}
