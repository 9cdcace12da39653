import type { FastifyInstance } from 'fastify';
import { RefusalError } from './refusal-error.ts';

const READY_WITHIN_MS = 2000;

/** `/healthz`: the process lives. `/readyz`: it can serve, which needs the database, and is not about to stop. */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const ready = await Promise.race([isReady().catch(() => false), notReadyAfter(READY_WITHIN_MS)]);
    if (!ready) throw new RefusalError('unavailable', { retryAfterSeconds: 1 });
    return { status: 'ready' };
  });
}

async function notReadyAfter(waitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setTimeout(resolve, waitMs, false).unref();
  return promise;
}
