import type { FastifyRequest } from 'fastify';

const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a request that writes can only come from our own pages: browsers tell where it began, and scripts cannot lie. */
export function isFromOwnSite({ method, headers }: FastifyRequest, publicOrigin: string): boolean {
  if (READING_METHODS.has(method)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = URL.parse(headers.origin ?? '');
  if (origin === null || origin.origin !== headers.origin) return false;
  return origin.origin === publicOrigin || origin.host === headers.host?.toLowerCase();
}
