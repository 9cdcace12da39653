import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { sendRefusal } from './error-answer.ts';
import { RefusalError } from './refusal-error.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Remembers every route that is added from now on; call the returned function last to answer 405 beside them. */
export function watchForWrongMethods(app: FastifyInstance): () => void {
  const methodsOfPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const known = methodsOfPath.get(url) ?? new Set<string>();
    for (const each of [method].flat()) known.add(each);
    methodsOfPath.set(url, known);
  });
  return () => {
    for (const [url, known] of methodsOfPath.entries().toArray()) {
      if (url.includes('*')) continue;
      const allowed = [...known].toSorted().join(', ');
      app.route({
        method: METHODS.filter((method) => !known.has(method)),
        url,
        schema: { hide: true },
        exposeHeadRoute: false,
        // Before the body is looked at: no body makes a wrong method right.
        onRequest: async (_request, reply) =>
          sendRefusal(reply.header('allow', allowed), new RefusalError('method_not_allowed')),
        handler: async () => {},
      });
    }
  };
}
