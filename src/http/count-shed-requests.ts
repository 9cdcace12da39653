import type { FastifyInstance } from 'fastify';
import { QueueFullError } from '../rules/queue-full-error.ts';

/** Counts where requests are answered, not where they are refused: many may share the one run that found no place. */
export function countShedRequests(scope: FastifyInstance, count: () => void): void {
  scope.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof QueueFullError) count();
  });
}
