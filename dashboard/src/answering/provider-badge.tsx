import type { ReactNode } from 'react';
import type { Provider } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';

const LETTERS: Readonly<Record<Provider, string>> = { provider_a_alerts: 'A', provider_b_rdr: 'B' };

export function ProviderBadge({ provider }: { readonly provider: Provider }): ReactNode {
  const { common } = useMessages();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden="true"
        className="grid size-5 place-items-center rounded-sm border border-line bg-sunken text-xs font-semibold text-muted"
      >
        {LETTERS[provider]}
      </span>
      {common.providers[provider]}
    </span>
  );
}
