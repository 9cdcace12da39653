import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { routeOf } from './route-of.ts';

interface RouteTextProps {
  readonly routed: Parameters<typeof routeOf>[0];
}

/** What a provider's alert is matched by, with the name of that field. */
export function RouteText({ routed }: RouteTextProps): ReactNode {
  const {
    operator: { enrollments: texts },
  } = useMessages();
  const isA = routed.provider === 'provider_a_alerts';
  return (
    <span className="block">
      <span className="block font-mono text-xs break-all">{routeOf(routed)}</span>
      <span className="block text-xs text-muted">
        {isA ? texts.descriptor : `${texts.acquirerBin} / ${texts.caid}`}
      </span>
    </span>
  );
}
