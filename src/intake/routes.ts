import type { FastifyInstance } from 'fastify';
import { type TObject, Type } from 'typebox';
import { documentErrors } from '../http/documented-errors.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { RefusalError } from '../http/refusal-error.ts';
import { compileObjectReader, ERROR_TEXT } from '../http/validation.ts';
import { INTAKE_RESULTS, type IntakeResult } from '../rules/outcomes.ts';
import type { Provider } from '../rules/provider.ts';
import { Nullable, OneOf } from '../shapes/schema.ts';
import { verifyMessage } from '../signing/standard-webhooks.ts';
import { providerA } from './provider-a.ts';
import { providerB } from './provider-b.ts';
import type { ProviderMessages } from './provider-messages.ts';
import { createReadAlert } from './read-alert.ts';
import { receiveAlerts, type StoreAlerts } from './receive-alerts.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const ALERTS_MAX = 100;

export interface IntakeParts {
  readonly storeAlerts: StoreAlerts;
  readonly signingKeys: Readonly<Record<Provider, readonly Buffer[]>>;
  /** The database's clock: a process whose own clock is wrong must not refuse a provider. */
  readonly now: () => Date;
  readonly observe: (provider: Provider, result: IntakeResult) => void;
}

/** Where the providers send their alerts. The answer goes out only after the commit. */
export async function addIntakeRoutes(app: FastifyInstance, parts: IntakeParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the bytes as they came, so they are kept until it is verified.
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    addIntakeRoute(scope, providerA, parts);
    addIntakeRoute(scope, providerB, parts);
  });
}

function addIntakeRoute<Schema extends TObject>(
  scope: FastifyInstance,
  messages: ProviderMessages<Schema>,
  { storeAlerts, signingKeys, now, observe }: IntakeParts,
): void {
  const readAlert = createReadAlert(messages);
  const keys = signingKeys[messages.provider];
  scope.post(`/providers/${messages.provider}/alerts`, {
    bodyLimit: BODY_BYTES_MAX,
    schema: intakeSchema(messages),
    validatorCompiler: () => () => true,
    handler: async ({ headers, body }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      if (!verifyMessage(keys, headers, bytes, now())) throw new RefusalError('invalid_signature');
      const results = await receiveAlerts(readBatch(bytes), readAlert, storeAlerts);
      for (const { result } of results) observe(messages.provider, result);
      return { results };
    },
  });
}

const Batch = Type.Object({
  alerts: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: ALERTS_MAX,
    [ERROR_TEXT]: `alerts must be a list of 1 to ${ALERTS_MAX} alerts`,
  }),
});
const readBatchBody = compileObjectReader(Batch);

function readBatch(bytes: Buffer): readonly unknown[] {
  const read = readBatchBody(parseJsonBody(bytes.toString('utf8')));
  if (read.kind === 'fails') throw new RefusalError('invalid_input', { message: read.problem });
  return read.value.alerts;
}

const AlertResultSchema = Type.Object({
  alert_id: Nullable('string', { examples: ['A7K2QX90'] }),
  result: OneOf(INTAKE_RESULTS, { examples: ['accepted'] }),
  id: Nullable('string', {
    description: 'Our id for the alert.',
    examples: ['0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e'],
  }),
  error: Type.Optional(Type.String({ description: 'What is wrong, when `invalid`.' })),
});

function intakeSchema<Schema extends TObject>(messages: ProviderMessages<Schema>) {
  return {
    operationId: `receive_${messages.provider}`,
    summary: `Receive alerts from ${messages.provider}`,
    description:
      'Signed as Standard Webhooks 1.0 with the secret of this provider. Each alert has its own result, in order: ' +
      '`accepted` and stored, `duplicate` of one already stored, `unrouted` and kept until an enrollment matches, or ' +
      '`invalid` with the reason.',
    tags: ['Providers'],
    security: [{ webhookSignature: [] }],
    body: Type.Object({ alerts: Type.Array(messages.schema, { minItems: 1, maxItems: ALERTS_MAX }) }),
    response: {
      200: Type.Object({ results: Type.Array(AlertResultSchema) }),
      ...documentErrors('invalid_signature', 'payload_too_large', 'unsupported_media_type', 'invalid_input'),
    },
  };
}
