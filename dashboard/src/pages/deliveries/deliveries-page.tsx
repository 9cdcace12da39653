import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLive } from '../../api/live.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { DeliveryListShape } from '../../api/shapes.ts';
import { useGet, useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { ResendFailedDialog } from './resend-failed-dialog.tsx';

/** Nothing tells of each attempt, so the page asks. */
const ASK_AGAIN_MS = 10_000;

export function DeliveriesPage(): ReactNode {
  const { deliveries } = useMessages();
  const search = useSearch({ from: '/shell/deliveries' });
  const refresh = useRefresh();
  const [isResending, setIsResending] = useState(false);
  const disabledReason = useDisabledReason('resend_deliveries');
  const query = useGet<DeliveryListShape>('/deliveries', { query: search, everyMs: ASK_AGAIN_MS });
  useLive('alerts', () => void refresh('/deliveries'));
  const endpoints = query.data?.endpoints ?? [];
  return (
    <>
      <PageHeader
        title={deliveries.title}
        description={deliveries.description}
        actions={
          <Button icon="refresh" disabledReason={disabledReason} onClick={() => setIsResending(true)}>
            {deliveries.failed.open}
          </Button>
        }
      />
      <DeliveryFilters endpoints={endpoints} />
      <Card flush>
        <Loaded query={query}>
          {(list) =>
            list.data.length === 0 ? (
              <NoDeliveries isFiltered={Object.keys(search).length > 0} />
            ) : (
              <DeliveryTable list={list} isStale={query.isPlaceholderData} />
            )
          }
        </Loaded>
      </Card>
      {isResending && (
        <ResendFailedDialog endpoints={endpoints} chosen={search} onClose={() => setIsResending(false)} />
      )}
    </>
  );
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const { deliveries } = useMessages();
  const navigate = useNavigate({ from: '/deliveries' });
  if (isFiltered) {
    return (
      <EmptyState
        kind="no_match"
        title={deliveries.noMatch}
        action={<Button onClick={() => void navigate({ search: {} })}>{deliveries.filters.clear}</Button>}
      >
        {deliveries.noMatchText}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="setup"
      title={deliveries.empty}
      action={
        <Link to="/webhooks" className={buttonClass('primary')}>
          {deliveries.toWebhooks}
        </Link>
      }
    >
      {deliveries.emptyText}
    </EmptyState>
  );
}
