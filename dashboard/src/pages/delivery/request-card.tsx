import type { ReactNode } from 'react';
import type { DeliveryDetailShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatJson } from './format-json.ts';

export function RequestCard({ request }: { readonly request: DeliveryDetailShape['request'] }): ReactNode {
  const {
    deliveries: { detail },
  } = useMessages();
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${request.method} ${request.url}`, ...headers].join('\n');
  return (
    <Card title={detail.request} description={detail.requestText}>
      <div className="grid grid-cols-1 gap-4">
        <div>
          <h3 className="mb-1.5 text-sm font-medium">{detail.headers}</h3>
          <CodeBlock wrap label={detail.headers} code={head} />
        </div>
        <Tabs
          label={detail.body}
          tabs={[
            {
              key: 'formatted',
              label: detail.formatted,
              content: <CodeBlock label={detail.body} code={formatJson(request.body)} />,
            },
            {
              key: 'as-sent',
              label: detail.asSent,
              content: <CodeBlock wrap label={detail.body} code={request.body} />,
            },
          ]}
        />
      </div>
    </Card>
  );
}
