import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UnroutedPageShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { UnroutedTable } from './unrouted-table.tsx';

const ASK_AGAIN_MS = 30_000;

export function OperatorUnroutedPage(): ReactNode {
  const {
    operator: { unrouted: texts },
  } = useMessages();
  const { page } = useSearch({ from: '/shell/operator/unrouted' });
  const navigate = useNavigate({ from: '/operator/unrouted' });
  const query = useGet<UnroutedPageShape>('/operator/unrouted', { query: { page }, everyMs: ASK_AGAIN_MS });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Card flush>
        <Loaded query={query}>
          {({ data, meta }) =>
            meta.total === 0 ? (
              <EmptyState kind="nothing_yet" title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            ) : (
              <>
                <UnroutedTable alerts={data} isStale={query.isPlaceholderData} />
                <div className="border-t border-line px-4 sm:px-5">
                  <Pagination
                    page={meta.page}
                    perPage={meta.per_page}
                    total={meta.total}
                    onPage={(next) => void navigate({ search: { page: String(next) } })}
                  />
                </div>
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}
