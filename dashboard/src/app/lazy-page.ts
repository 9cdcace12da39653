import { lazyRouteComponent } from '@tanstack/react-router';
import type { Part } from '../messages/load-messages.ts';
import { loadTexts } from '../messages/spoken.ts';

/** A page in a file of its own, loaded together with the texts it needs besides the common ones. */
export function lazyPage<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
  texts: Part = 'rest',
): ReturnType<typeof lazyRouteComponent<M, N>> {
  return lazyRouteComponent(async () => (await Promise.all([load(), loadTexts(texts)]))[0], name);
}
