import { type ReactNode, useState } from 'react';
import { useServerNow } from '../../api/server-clock.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { UnroutedAlertShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { RelativeTime, Time } from '../../ui/time.tsx';
import { RouteText } from '../operator/route-text.tsx';
import { AssignDialog } from './assign-dialog.tsx';

const HOUR_MS = 3_600_000;

interface UnroutedTableProps {
  readonly alerts: readonly UnroutedAlertShape[];
  readonly isStale: boolean;
}

export function UnroutedTable({ alerts, isStale }: UnroutedTableProps): ReactNode {
  const {
    operator: { unrouted: texts },
  } = useMessages();
  const [assigning, setAssigning] = useState<UnroutedAlertShape>();
  return (
    <>
      <Table wide label={texts.label} stale={isStale}>
        <THead>
          <tr>
            <Th>{texts.alert}</Th>
            <Th>{texts.route}</Th>
            <Th numeric>{texts.sameRoute}</Th>
            <Th numeric>{texts.amount}</Th>
            <Th>{texts.card}</Th>
            <Th>{texts.received}</Th>
            <Th>{texts.expires}</Th>
            <ThActions label={texts.assign} />
          </tr>
        </THead>
        <tbody>
          {alerts.map((alert) => (
            <UnroutedRow key={alert.id} alert={alert} onAssign={() => setAssigning(alert)} />
          ))}
        </tbody>
      </Table>
      {assigning && <AssignDialog alert={assigning} onClose={() => setAssigning(undefined)} />}
    </>
  );
}

interface UnroutedRowProps {
  readonly alert: UnroutedAlertShape;
  readonly onAssign: () => void;
}

function UnroutedRow({ alert, onAssign }: UnroutedRowProps): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.unrouted;
  const format = useFormat();
  const disabledReason = useDisabledReason('assign_unrouted_alerts');
  return (
    <Tr>
      <Td>
        <span className="block font-mono text-xs font-medium whitespace-nowrap">
          {alert.provider_alert_id}
        </span>
        <span className="block text-xs text-muted">{common.providers[alert.provider]}</span>
      </Td>
      <Td>
        <RouteText routed={alert} />
      </Td>
      <Td numeric>{format.number(alert.same_route)}</Td>
      <Td numeric>
        <Money amount={alert.amount} currency={alert.currency} />
      </Td>
      <Td className="font-mono text-xs whitespace-nowrap text-muted">
        {alert.card_bin}…{alert.card_last4}
      </Td>
      <Td className="text-muted">
        <Time value={alert.received_at} />
      </Td>
      <Td>
        <WindowEnd alert={alert} />
      </Td>
      <Td narrow>
        <Button
          size="sm"
          disabledReason={disabledReason}
          aria-label={texts.assignOf(alert.provider_alert_id)}
          onClick={onAssign}
        >
          {texts.assign}
        </Button>
      </Td>
    </Tr>
  );
}

/** Only provider A's window matters: provider B waits for nobody. */
function WindowEnd({ alert }: { readonly alert: UnroutedAlertShape }): ReactNode {
  const {
    operator: { unrouted: texts },
  } = useMessages();
  const now = useServerNow(60_000);
  if (alert.provider === 'provider_b_rdr') return <span className="text-muted">–</span>;
  const leftMs = Date.parse(alert.expires_at) - now;
  if (leftMs <= 0) return <Badge icon="hourglass">{texts.ended}</Badge>;
  return (
    <Badge tone={leftMs < 2 * HOUR_MS ? 'danger' : leftMs < 6 * HOUR_MS ? 'warning' : 'neutral'} icon="clock">
      <RelativeTime value={alert.expires_at} />
    </Badge>
  );
}
