import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { documentErrors } from '../http/documented-errors.ts';
import { IdempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { readAlertId } from '../rules/uuid.ts';
import { sharedShape } from '../shapes/shared.ts';
import { ANSWER_REFUSALS, StatusField, showOutcome } from './status-answer.ts';
import type { TakeAnswer } from './take-answer.ts';

/** The status callback of the current API. */
export function addCallbackRoutes(app: FastifyInstance, takeAnswer: TakeAnswer): void {
  app.patch<{ Params: Static<typeof AlertPath>; Body: Static<typeof StatusBody> }>(
    '/chargeback-alert/alerts/:id/status',
    {
      schema,
      handler: async (request, reply) => {
        const { caller, params, body } = request;
        const outcome = await takeAnswer(
          {
            companyId: caller.companyId,
            alertId: readAlertId(params.id),
            status: body.status,
            actor: { kind: 'credential', reference: caller.clientId },
          },
          readIdempotencyKey(request),
        );
        return { data: showOutcome(reply, outcome) };
      },
    },
  );
}

const AlertPath = Type.Object({
  id: Type.String({ description: 'The id of the alert, as delivered by webhook.' }),
});
const StatusBody = Type.Object({ status: StatusField });

const schema = {
  operationId: 'updateAlertStatus',
  summary: 'Update the status of an alert',
  description:
    'Answers an alert. Provider A alerts: inside the deadline, once, and from `other` once more to ' +
    '`account_suspended` within 6 days; the answer is forwarded to the provider. Provider B alerts: at any time, ' +
    'for your own records.',
  tags: ['Alerts'],
  security: [{ basic: [] }],
  params: AlertPath,
  headers: IdempotencyHeaders,
  body: StatusBody,
  response: {
    200: Type.Object({ data: sharedShape('StatusUpdate') }),
    ...documentErrors(...ANSWER_REFUSALS),
  },
};
