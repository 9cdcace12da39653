import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { DeliveryListShape, DeliveryRowShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Clip } from '../../ui/clip.tsx';
import { DeliveryStateBadge } from '../../ui/delivery-state-badge.tsx';
import { HttpAnswer } from '../../ui/http-answer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { NextAttempt } from './next-attempt.tsx';
import { useResend } from './use-resend.ts';

interface DeliveryTableProps {
  readonly list: DeliveryListShape;
  readonly isStale: boolean;
}

export function DeliveryTable({ list, isStale }: DeliveryTableProps): ReactNode {
  const { deliveries } = useMessages();
  const { columns } = deliveries;
  return (
    <>
      <Table wide label={deliveries.label} stale={isStale}>
        <THead>
          <tr>
            <Th>{columns.state}</Th>
            <Th>{columns.alert}</Th>
            <Th>{columns.endpoint}</Th>
            <Th>{columns.answer}</Th>
            <Th numeric>{columns.attempts}</Th>
            <Th>{columns.lastAttempt}</Th>
            <Th>{columns.next}</Th>
            <ThActions label={deliveries.resend} />
          </tr>
        </THead>
        <tbody>
          {list.data.map((row) => (
            <DeliveryRow key={`${row.alert_id} ${row.endpoint_id}`} row={row} />
          ))}
        </tbody>
      </Table>
      {list.has_more && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">{deliveries.hasMore}</p>
      )}
    </>
  );
}

function DeliveryRow({ row }: { readonly row: DeliveryRowShape }): ReactNode {
  const { deliveries } = useMessages();
  const format = useFormat();
  return (
    <Tr>
      <Td>
        <DeliveryStateBadge state={row.state} />
      </Td>
      <Td>
        <Link
          to="/deliveries/$alertId/$endpointId"
          params={{ alertId: row.alert_id, endpointId: row.endpoint_id }}
          className="font-mono text-xs font-medium whitespace-nowrap text-accent-ink hover:underline"
        >
          {row.provider_alert_id}
        </Link>
      </Td>
      <Td className="text-muted">
        <Clip text={row.url.replace(/^https?:\/\//, '')} className="max-w-48 2xl:max-w-72" />
      </Td>
      <Td>
        <span className="flex items-baseline gap-2">
          <HttpAnswer
            clipped
            status={row.last_status}
            error={row.last_error}
            none={row.attempts === 0 ? '–' : deliveries.noAnswer}
          />
          {row.latency_ms !== null && (
            <span className="text-xs whitespace-nowrap text-muted">{format.latency(row.latency_ms)}</span>
          )}
        </span>
      </Td>
      <Td numeric>{format.number(row.attempts)}</Td>
      <Td className="text-muted">
        {row.last_attempt_at === null ? '–' : <RelativeTime value={row.last_attempt_at} />}
      </Td>
      <Td className="text-muted">
        <NextAttempt at={row.next_attempt_at} />
      </Td>
      <Td narrow>
        <ResendButton row={row} />
      </Td>
    </Tr>
  );
}

function ResendButton({ row }: { readonly row: DeliveryRowShape }): ReactNode {
  const { deliveries } = useMessages();
  const disabledReason = useDisabledReason('resend_deliveries');
  const resend = useResend();
  return (
    <IconButton
      icon="refresh"
      size="sm"
      label={deliveries.resendOf(row.provider_alert_id)}
      disabledReason={disabledReason}
      busy={resend.isPending}
      onClick={() => resend.mutate(row)}
    />
  );
}
