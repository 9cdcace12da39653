import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TObject } from 'typebox';
import { maskCardNumbers } from '../rules/card-number.ts';
import type { Caller } from './authenticate.ts';
import { answerBrokenConnection } from './broken-request.ts';
import { DATA_HEADERS } from './data-headers.ts';
import { currentErrorBody, errorAnswer } from './error-answer.ts';
import { acceptJsonBodies, SMALL_BODY_BYTES_MAX } from './json-body.ts';
import { limitHandling } from './limit-handling.ts';
import { RefusalError } from './refusal-error.ts';
import { logRequest } from './request-log.ts';
import { validatorCompiler } from './validator-compiler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication of the route's group. */
    caller: Caller;
  }
}

const HEADERS_TIMEOUT_MS = 10_000;
/** Long enough for the largest CSV file over a slow line; where bodies are small, the handler's own limit comes first. */
const REQUEST_TIMEOUT_MS = 120_000;
/** A request that hangs, whatever the driver waits for, is answered 503; a route that is slow by nature sets its own. */
const HANDLER_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const CONNECTIONS_MAX = 12_000;
/** As long as Node lets a request line be: D3 answers ids of any length, not the router. */
const PATH_PARAMETER_LENGTH_MAX = 16_384;
const GIVEN_REQUEST_ID = /^[\w.:-]{1,64}$/;

/** The HTTP application without any route: identity of requests, error envelope, limits, log. */
export function createApp(logger: FastifyBaseLogger): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: chooseRequestId,
    bodyLimit: SMALL_BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Node would answer a missing Host itself, outside the envelope; `refuseEarly` does it instead.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(DATA_HEADERS);
      errorAnswer(currentErrorBody)(error, request, reply);
      // No hook runs for a path that cannot be read.
      void logRequest(request, reply);
    },
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  // An unknown expectation is ignored; Node would answer it outside the envelope.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.decorateRequest('caller');
  app.decorateRequest('signedInUserId');
  limitHandling(app, HANDLER_TIMEOUT_MS);
  acceptJsonBodies(app);
  app.setValidatorCompiler<TObject>(validatorCompiler);
  app.setErrorHandler(errorAnswer(currentErrorBody));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).headers(DATA_HEADERS);
    refuseEarly(request);
  });
  app.addHook('onResponse', logRequest);
  return app;
}

/** Before the body is looked at: no body makes an unknown path known. */
function refuseEarly({ is404, raw, headers }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && headers.host === undefined) throw new RefusalError('malformed_request');
  if (is404) throw new RefusalError('path_not_found');
}

/**
 * A caller may name its request, so that both sides find it in their logs; anything unusual is replaced, and so is
 * what may be a card number, since it would be logged.
 */
function chooseRequestId(request: { headers: Record<string, unknown> }): FastifyRequest['id'] {
  const given = request.headers['x-request-id'];
  const isSane =
    typeof given === 'string' && GIVEN_REQUEST_ID.test(given) && maskCardNumbers(given) === given;
  return isSane ? given : randomUUID();
}
