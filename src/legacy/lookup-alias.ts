import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Authenticate } from '../http/authenticate.ts';
import { type ErrorBody, errorAnswer } from '../http/error-answer.ts';
import type { TakeTurn } from '../http/queue.ts';
import { ALERT_TEXT_LENGTH_MAX } from '../rules/alert-fields.ts';
import type { Alert } from '../rules/alert.ts';
import { isJsonObject, parseJson } from '../rules/json-object.ts';
import type { Refusal } from '../rules/refusals.ts';
import { LegacyErrorSchema } from '../shapes/errors.ts';
import { shapeLegacyAlert } from '../shapes/legacy-alert.ts';
import { sharedShape } from '../shapes/shared.ts';
import { findAlertByAuthCode, findAlertByReference } from '../store/alerts/find-referenced-alert.ts';
import { findMerchantName } from '../store/companies/merchants.ts';
import type { Sql } from '../store/connect.ts';
import { ALIAS_SECURITY, type CountAliasCall, serveAsAlias } from './alias.ts';

/** In UTF-16 units, of which a character has one or two. */
const FIELD_LENGTH_MAX = 2 * ALERT_TEXT_LENGTH_MAX;
const NEITHER_FIELD = 'Informe alert_id ou authorization_code.';
const NOT_FOUND = 'Alerta não encontrado.';

/** `POST /chargeback-alert/get`: the lookup of the previous platform, in its own shapes and words. */
export async function addLookupAlias(
  app: FastifyInstance,
  parts: { sql: Sql; authenticate: Authenticate; countCall: CountAliasCall; takeTurn: TakeTurn },
): Promise<void> {
  await app.register(async (scope) => {
    serveAsAlias(scope, 'lookup', '/api/v1/chargeback-alert/alerts', parts);
    scope.setErrorHandler(errorAnswer(legacyErrorBody));
    // The previous platform never looked at the media type; here one that cannot even be read would be refused.
    scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type']);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Body: string | undefined }>('/chargeback-alert/get', {
      schema,
      validatorCompiler: () => () => true,
      handler: async ({ caller, body }, reply) => {
        const { alertId, authCode } = readFields(body);
        if (alertId === undefined && authCode === undefined)
          return reply.code(400).send({ error: NEITHER_FIELD });
        const { companyId } = caller;
        const alert = await parts.takeTurn(() =>
          findWantedAlert(parts.sql, companyId, { alertId, authCode }),
        );
        if (alert === undefined) return reply.code(404).send({ error: NOT_FOUND });
        const merchantName = await findMerchantName(parts.sql, companyId, alert.merchantId);
        return { success: true, data: shapeLegacyAlert(alert, merchantName ?? '') };
      },
    });
  });
}

interface LookupFields {
  readonly alertId: string | undefined;
  readonly authCode: string | undefined;
}

/** D20: what is missing, malformed, or no object, names neither field. */
function readFields(body = ''): LookupFields {
  const fields = parseJson(body);
  return isJsonObject(fields)
    ? { alertId: readField(fields['alert_id']), authCode: readField(fields['authorization_code']) }
    : { alertId: undefined, authCode: undefined };
}

function readField(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function findWantedAlert(
  sql: Sql,
  companyId: string,
  { alertId, authCode }: LookupFields,
): Promise<Alert | undefined> {
  const wanted = alertId ?? authCode ?? '';
  // No alert has a longer identifier or one with a NUL, which PostgreSQL cannot even ask for.
  if (wanted.length > FIELD_LENGTH_MAX || wanted.includes('\0')) return undefined;
  return alertId === undefined
    ? findAlertByAuthCode(sql, companyId, wanted)
    : findAlertByReference(sql, companyId, wanted);
}

const INTERNAL_ERROR = 'Erro interno.';
const LEGACY_TEXTS: Partial<Record<Refusal, string>> = {
  unauthorized: 'Credenciais inválidas.',
  rate_limited: 'Muitas requisições. Tente novamente em instantes.',
  payload_too_large: 'Corpo da requisição muito grande.',
  malformed_request: 'Requisição malformada.',
  request_timeout: 'A requisição demorou demais.',
  unavailable: 'Serviço temporariamente indisponível.',
};

const legacyErrorBody: ErrorBody = (refusal) => ({ error: LEGACY_TEXTS[refusal] ?? INTERNAL_ERROR });

function documentLegacyError(description: string, text: string) {
  return Type.Object(LegacyErrorSchema.properties, { description, examples: [{ error: text }] });
}

const schema = {
  operationId: 'legacyLookup',
  summary: 'Look an alert up (legacy alias)',
  description:
    'Send one of the two fields; `alert_id` takes priority. The newest match is returned. Use "Read one alert" instead.',
  tags: ['Legacy'],
  deprecated: true,
  security: ALIAS_SECURITY,
  body: Type.Object({
    alert_id: Type.Optional(
      Type.String({ description: "The provider's identifier, or our UUID.", examples: ['A7K2QX90'] }),
    ),
    authorization_code: Type.Optional(
      Type.String({ description: 'Authorization code.', examples: ['031337'] }),
    ),
  }),
  response: {
    200: Type.Object({ success: Type.Boolean({ examples: [true] }), data: sharedShape('LegacyAlert') }),
    400: documentLegacyError('Neither field was sent.', NEITHER_FIELD),
    401: documentLegacyError('Missing or wrong credentials.', 'Credenciais inválidas.'),
    404: documentLegacyError('No alert of the company matches.', NOT_FOUND),
    413: documentLegacyError('The body is over 64 KiB.', LEGACY_TEXTS.payload_too_large ?? ''),
    429: documentLegacyError('Too many requests.', LEGACY_TEXTS.rate_limited ?? ''),
    500: documentLegacyError('Internal error.', INTERNAL_ERROR),
    503: documentLegacyError('Temporarily unavailable.', LEGACY_TEXTS.unavailable ?? ''),
  },
};
