import type { ReactNode } from 'react';
import { useServerNow } from '../../api/server-clock.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RelativeTime } from '../../ui/time.tsx';

/** One that is due and has not begun waits for its turn; how long ago that was tells nobody anything. */
export function NextAttempt({ at }: { readonly at: string | null }): ReactNode {
  const { deliveries } = useMessages();
  const now = useServerNow(1000);
  if (at === null) return '–';
  return Date.parse(at) <= now ? deliveries.due : <RelativeTime value={at} />;
}
