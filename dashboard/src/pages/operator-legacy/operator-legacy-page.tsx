import type { ReactNode } from 'react';
import type { LegacyCallerShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';

export function OperatorLegacyPage(): ReactNode {
  const {
    operator: { legacy: texts },
  } = useMessages();
  const query = useGet<{ readonly data: readonly LegacyCallerShape[] }>('/operator/legacy-callers');
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Card flush>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState kind="nothing_yet" title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            ) : (
              <CallerTable callers={data} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function CallerTable({ callers }: { readonly callers: readonly LegacyCallerShape[] }): ReactNode {
  const {
    operator: { legacy: texts },
  } = useMessages();
  const format = useFormat();
  return (
    <Table wide label={texts.label}>
      <THead>
        <tr>
          <Th>{texts.company}</Th>
          <Th>{texts.alias}</Th>
          <Th>{texts.clientId}</Th>
          <Th numeric>{texts.calls}</Th>
          <Th>{texts.last}</Th>
        </tr>
      </THead>
      <tbody>
        {callers.map((caller) => (
          <Tr key={`${caller.client_id} ${caller.alias}`}>
            <Td className="font-medium">{caller.company_name}</Td>
            <Td className="font-mono text-xs whitespace-nowrap">{texts.aliases[caller.alias]}</Td>
            <Td className="font-mono text-xs text-muted">{caller.client_id}</Td>
            <Td numeric>{format.number(caller.calls)}</Td>
            <Td className="text-muted">
              <RelativeTime value={caller.last_called_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
