import { METHODS } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { sendRefusal } from './error-answer.ts';
import { RefusalError } from './refusal-error.ts';

/** Remembers every path that is added from now on; call the returned function last to answer 405 beside its methods. */
export function watchForWrongMethods(app: FastifyInstance): () => void {
  const paths = new Set<string>();
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.addHook('onRoute', ({ url }: RouteOptions) => void paths.add(url));
  return () => {
    for (const url of [...paths].filter((path) => !path.includes('*'))) {
      const allowed = METHODS.filter((method) => app.hasRoute({ url, method }));
      app.route({
        method: METHODS.filter((method) => !allowed.includes(method)),
        url,
        schema: { hide: true },
        exposeHeadRoute: false,
        // Before the body is looked at: no body makes a wrong method right.
        onRequest: async (_request, reply) =>
          sendRefusal(reply.header('allow', allowed.join(', ')), new RefusalError('method_not_allowed')),
        handler: async () => {},
      });
    }
  };
}
