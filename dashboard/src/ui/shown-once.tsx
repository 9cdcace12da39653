import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly label: string;
  readonly value: string;
}

/** A secret or link that nobody can read again later. */
export function ShownOnce({ label, value }: ShownOnceProps): ReactNode {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 grow font-mono text-sm break-all select-all">{value}</code>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  );
}
