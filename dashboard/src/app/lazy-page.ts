import { lazyRouteComponent } from '@tanstack/react-router';
import { loadRest } from '../messages/spoken.ts';

/** A page in a file of its own, loaded together with the texts that the first pages do without. */
export function lazyPage<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
): ReturnType<typeof lazyRouteComponent<M, N>> {
  return lazyRouteComponent(async () => (await Promise.all([load(), loadRest()]))[0], name);
}
