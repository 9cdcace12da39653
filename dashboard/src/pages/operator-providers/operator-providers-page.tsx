import type { ReactNode } from 'react';
import type { ProviderHealthShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProviderCard } from './provider-card.tsx';

const ASK_AGAIN_MS = 15_000;

export function OperatorProvidersPage(): ReactNode {
  const {
    operator: { providers: texts },
  } = useMessages();
  const query = useGet<{ readonly data: readonly ProviderHealthShape[] }>('/operator/providers', {
    everyMs: ASK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Loaded query={query}>
        {({ data }) => (
          <div className="grid grid-cols-1 gap-5">
            {data.map((health) => (
              <ProviderCard key={health.provider} health={health} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
