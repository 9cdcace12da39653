import { hash } from 'node:crypto';
import type { Provider } from './provider.ts';

/** What decides who owns an alert: the descriptor for provider A, acquirer BIN and card acceptor for provider B. */
export type Route =
  | { readonly provider: Extract<Provider, 'provider_a_alerts'>; readonly descriptor: string }
  | {
      readonly provider: Extract<Provider, 'provider_b_rdr'>;
      readonly acquirerBin: string;
      readonly caid: string;
    };

/** What somebody says a route is made of. */
export interface RouteParts {
  readonly provider: Provider;
  readonly descriptor?: string | undefined;
  readonly acquirerBin?: string | undefined;
  readonly caid?: string | undefined;
}

/**
 * Each provider has its own way to tell merchants apart. Undefined when a part of it is missing, and also when one of the
 * other provider's is there, which is a misunderstanding.
 */
export function composeRoute({ provider, descriptor, acquirerBin, caid }: RouteParts): Route | undefined {
  switch (provider) {
    case 'provider_a_alerts':
      if (descriptor === undefined || acquirerBin !== undefined || caid !== undefined) return undefined;
      return { provider, descriptor };
    case 'provider_b_rdr':
      if (acquirerBin === undefined || caid === undefined || descriptor !== undefined) return undefined;
      return { provider, acquirerBin, caid };
  }
}

/**
 * One comparable key per route, the same for an alert and for the enrollment it belongs to. It is a digest because
 * it is taken from what the provider sent before card numbers are masked: exact to match, nothing to read.
 */
export function routeKey(route: Route): Buffer {
  return hash('sha256', routeText(route), 'buffer');
}

function routeText(route: Route): string {
  switch (route.provider) {
    case 'provider_a_alerts':
      return normalizeDescriptor(route.descriptor);
    case 'provider_b_rdr':
      return `${route.acquirerBin.trim()}/${route.caid.trim()}`;
  }
}

/** Case and repeated spaces do not matter; providers send both. */
function normalizeDescriptor(descriptor: string): string {
  return descriptor.normalize('NFC').trim().replace(/\s+/gu, ' ').toUpperCase();
}
