import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ANSWER_REFUSALS, StatusField, showOutcome } from '../callback/status-answer.ts';
import type { TakeAnswer } from '../callback/take-answer.ts';
import type { Authenticate } from '../http/authenticate.ts';
import { documentErrors } from '../http/documented-errors.ts';
import { IdempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import { ALERT_TEXT_LENGTH_MAX, REFERENCE_PATTERN } from '../rules/alert-fields.ts';
import { NIL_UUID } from '../rules/uuid.ts';
import { sharedShape } from '../shapes/shared.ts';
import { findAlertByReference } from '../store/alerts/find-referenced-alert.ts';
import type { Sql } from '../store/connect.ts';
import { ALIAS_SECURITY, type CountAliasCall, serveAsAlias } from './alias.ts';

const SUCCESS_MESSAGE = 'Status atualizado com sucesso.';

/** `POST /chargeback-alert/update/status`: the status update of the previous platform; to be deleted once nobody calls it. */
export async function addStatusAlias(
  app: FastifyInstance,
  parts: { sql: Sql; authenticate: Authenticate; countCall: CountAliasCall; takeAnswer: TakeAnswer },
): Promise<void> {
  await app.register(async (scope) => {
    serveAsAlias(scope, 'status_update', '/api/v1/chargeback-alert/alerts', parts);
    scope.post<{ Body: Static<typeof AliasBody> }>('/chargeback-alert/update/status', {
      schema,
      handler: async (request, reply) => {
        const { caller, body } = request;
        const keyed = readIdempotencyKey(request);
        const alert = await findAlertByReference(parts.sql, caller.companyId, body.alert_id);
        const outcome = await parts.takeAnswer(
          {
            companyId: caller.companyId,
            alertId: alert?.id ?? NIL_UUID,
            status: body.status,
            actor: { kind: 'alias', reference: caller.clientId },
          },
          keyed,
        );
        const data = showOutcome(reply, outcome);
        return { success: true, message: SUCCESS_MESSAGE, status: data.status, data };
      },
    });
  });
}

const AliasBody = Type.Object({
  alert_id: Type.String({
    minLength: 1,
    maxLength: ALERT_TEXT_LENGTH_MAX,
    pattern: REFERENCE_PATTERN,
    description: "The provider's identifier, or our UUID.",
    examples: ['A7K2QX90'],
    [ERROR_TEXT]: `alert_id must be text of 1 to ${ALERT_TEXT_LENGTH_MAX} characters`,
  }),
  status: StatusField,
});

const schema = {
  operationId: 'legacyUpdateStatus',
  summary: 'Update the status of an alert (legacy alias)',
  description:
    'Use "Update the status of an alert" instead. This alias will be removed once nobody calls it.',
  tags: ['Legacy'],
  deprecated: true,
  security: ALIAS_SECURITY,
  headers: IdempotencyHeaders,
  body: AliasBody,
  response: {
    200: Type.Object({
      success: Type.Boolean({ examples: [true] }),
      message: Type.String({ examples: [SUCCESS_MESSAGE] }),
      status: StatusField,
      data: sharedShape('StatusUpdate'),
    }),
    ...documentErrors(...ANSWER_REFUSALS),
  },
};
