import type { ReactNode } from 'react';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** Both formats, whichever the endpoints use. */
export function PayloadCard({ payloads }: Pick<AlertDetailShape, 'payloads'>): ReactNode {
  const { payload } = useMessages().alert;
  const show = (format: 'v2' | 'legacy'): ReactNode => (
    <CodeBlock
      label={`${payload.title} ${payload[format]}`}
      code={JSON.stringify(payloads[format], null, 2)}
    />
  );
  return (
    <Card title={payload.title} description={payload.description}>
      <Tabs
        label={payload.formats}
        tabs={[
          { key: 'v2', label: payload.v2, content: show('v2') },
          { key: 'legacy', label: payload.legacy, content: show('legacy') },
        ]}
      />
    </Card>
  );
}
