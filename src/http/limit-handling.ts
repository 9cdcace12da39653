import { errorCodes, type FastifyInstance, type RouteHandlerMethod } from 'fastify';

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Fastify's own limit ends when a body has been read, as if its client had left (fastify/fastify#6725): from there on
 * this one applies, to the handler alone. It can be removed once that is fixed.
 */
export function limitHandling(app: FastifyInstance, defaultLimitMs: number): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => WITHOUT_BODY.has(method))) return;
    route.handler = answeringWithin(route.handler, route.handlerTimeout ?? defaultLimitMs, route.url);
  });
}

/** Whatever the handler returns after that, nobody waits for it. */
function answeringWithin(handler: RouteHandlerMethod, limitMs: number, url: string): RouteHandlerMethod {
  return async function answerWithin(request, reply) {
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => tooLate.reject(new errorCodes.FST_ERR_HANDLER_TIMEOUT(limitMs, url)),
      limitMs,
    );
    try {
      return await Promise.race([handler.call(this, request, reply), tooLate.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
