import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { createEndpoint } from '../backoffice/endpoints/create-endpoint.ts';
import { type EndpointOverview, listEndpoints } from '../backoffice/endpoints/list-endpoints.ts';
import { pauseEndpoint } from '../backoffice/endpoints/pause-endpoint.ts';
import { resumeEndpoint } from '../backoffice/endpoints/resume-endpoint.ts';
import { rotateSecret } from '../backoffice/endpoints/rotate-secret.ts';
import { ENDPOINTS_MAX } from '../backoffice/limits.ts';
import { ERROR_TEXT, STORABLE_TEXT } from '../http/validation.ts';
import { WEBHOOK_FORMATS } from '../rules/webhook-format.ts';
import type {
  EndpointListShape,
  EndpointSecretShape,
  EndpointShape,
  TestEventShape,
} from '../shapes/dashboard/integration.ts';
import { OneOf } from '../shapes/schema.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

/** The receiver has 10 seconds, and somebody waits to be told how it went. */
const TEST_WITHIN_MS = 20_000;

const NewEndpointBody = Type.Object({
  url: Type.String({
    maxLength: 4096,
    pattern: STORABLE_TEXT,
    [ERROR_TEXT]: 'url must be text of up to 4096 characters',
  }),
  format: OneOf(WEBHOOK_FORMATS, { [ERROR_TEXT]: `format must be one of ${WEBHOOK_FORMATS.join(', ')}` }),
});
const PauseBody = Type.Object({ reason: Type.Optional(typedText('reason')) });

interface EndpointPath {
  readonly Params: { readonly id: string };
}

/** Where the company's webhooks go. */
export function addEndpointRoutes(app: FastifyInstance, parts: DashboardParts): void {
  addListAndCreate(app, parts);
  addPauses(app, parts);
  addSecretAndTest(app, parts);
}

function addListAndCreate(app: FastifyInstance, parts: DashboardParts): void {
  app.get('/endpoints', {
    config: { access: 'read_endpoints' },
    schema: { hide: true },
    handler: async (request): Promise<EndpointListShape> => ({
      data: (await listEndpoints(parts, { companyId: companyOf(request) })).map(shapeEndpoint),
      endpoints_max: ENDPOINTS_MAX,
      allows_private: parts.webhookAllowPrivate,
    }),
  });

  app.post<{ Body: Static<typeof NewEndpointBody> }>('/endpoints', {
    config: { access: 'manage_endpoints' },
    schema: { hide: true, body: NewEndpointBody },
    handler: async (request): Promise<EndpointSecretShape> => {
      const companyId = companyOf(request);
      const { url, format } = request.body;
      const created = await createEndpoint(parts, request.person, { companyId, url, format });
      parts.live.tell(companyId, 'company');
      return { endpoint_id: created.endpointId, secret: created.secret, previous_secret_until: null };
    },
  });
}

function addPauses(app: FastifyInstance, { sql, live }: DashboardParts): void {
  app.post<EndpointPath & { Body: Static<typeof PauseBody> }>('/endpoints/:id/pause', {
    config: { access: 'manage_endpoints' },
    schema: { hide: true, body: PauseBody },
    // A reason is all that it could hold, and none has to be given.
    preValidation: async (request) => {
      request.body ??= {};
    },
    handler: async (request, reply) => {
      const companyId = companyOf(request);
      const pause = { companyId, endpointId: request.params.id, reason: request.body.reason };
      await pauseEndpoint(sql, request.person, pause);
      live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });

  app.post<EndpointPath>('/endpoints/:id/resume', {
    config: { access: 'manage_endpoints' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const companyId = companyOf(request);
      await resumeEndpoint(sql, request.person, { companyId, endpointId: request.params.id });
      live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });
}

function addSecretAndTest(app: FastifyInstance, parts: DashboardParts): void {
  app.post<EndpointPath>('/endpoints/:id/rotate', {
    config: { access: 'manage_endpoints' },
    schema: { hide: true },
    handler: async (request): Promise<EndpointSecretShape> => {
      const meant = { companyId: companyOf(request), endpointId: request.params.id };
      const rotated = await rotateSecret(parts, request.person, meant);
      return {
        endpoint_id: rotated.endpointId,
        secret: rotated.secret,
        previous_secret_until: rotated.previousSecretUntil.toISOString(),
      };
    },
  });

  app.post<EndpointPath>('/endpoints/:id/test', {
    config: { access: 'manage_endpoints' },
    schema: { hide: true },
    handlerTimeout: TEST_WITHIN_MS,
    handler: async (request): Promise<TestEventShape> => {
      const endpointId = request.params.id;
      const outcome = await parts.sendTestEvent(companyOf(request), endpointId);
      const { delivered, status } = outcome;
      await recordDeed(parts.sql, request.person, {
        action: 'endpoint.tested',
        subject: endpointId,
        details: { delivered, status },
      });
      return outcome;
    },
  });
}

function shapeEndpoint({ endpoint, maskedSecret }: EndpointOverview): EndpointShape {
  const { pausedAt, pausedReason } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    format: endpoint.format,
    masked_secret: maskedSecret,
    created_at: endpoint.createdAt.toISOString(),
    paused: pausedAt === null ? null : { at: pausedAt.toISOString(), reason: pausedReason ?? '' },
    previous_secret_until: endpoint.previousSecretUntil?.toISOString() ?? null,
    waiting: endpoint.waitingJobs,
    failed: endpoint.failedDeliveries,
  };
}
