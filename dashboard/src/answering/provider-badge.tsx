import type { ReactNode } from 'react';
import type { Provider } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';

const LETTERS: Readonly<Record<Provider, string>> = { provider_a_alerts: 'A', provider_b_rdr: 'B' };

interface ProviderBadgeProps {
  readonly provider: Provider;
  /** Only its letter is seen, where the column says what it is. */
  readonly isShort?: boolean | undefined;
}

export function ProviderBadge({ provider, isShort = false }: ProviderBadgeProps): ReactNode {
  const { common } = useMessages();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className="grid size-5 place-items-center rounded-sm border border-line bg-sunken text-xs font-semibold text-muted"
      >
        {LETTERS[provider]}
      </span>
      <span className={isShort ? 'sr-only' : undefined}>{common.providers[provider]}</span>
    </span>
  );
}
