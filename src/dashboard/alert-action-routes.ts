import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { answerAsPerson } from '../backoffice/alerts/answer-as-person.ts';
import { readAlertRow } from '../backoffice/alerts/read-alert-row.ts';
import { takeBackAnswer } from '../backoffice/alerts/take-back-answer.ts';
import { resendAlert } from '../backoffice/deliveries/resend-alert.ts';
import { StatusField } from '../callback/status-answer.ts';
import { RefusalError } from '../http/refusal-error.ts';
import type { AnswerResultShape } from '../shapes/dashboard/alerts.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { alertOf, AlertPath } from './alert-path.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';
import { idField } from './reference-fields.ts';
import { refuseReference } from './refuse-reference.ts';

type AlertPath = Static<typeof AlertPath>;

const AnswerBody = Type.Object({ status: StatusField });
const ResendBody = Type.Object({ endpoint_id: Type.Optional(idField('endpoint_id')) });

/** What a person does with one alert. */
export function addAlertActionRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { sql, followUpWindowMs, live, onNewWork } = parts;

  app.post<{ Params: AlertPath; Body: Static<typeof AnswerBody> }>('/alerts/:id/answer', {
    config: { access: 'answer_alerts' },
    schema: { hide: true, params: AlertPath, body: AnswerBody },
    handler: async (request): Promise<AnswerResultShape> => {
      const key = alertOf(request);
      const answer = { ...key, status: request.body.status, userId: request.person.userId };
      const kind = await answerAsPerson(sql, answer, followUpWindowMs);
      if (kind === 'applied') onNewWork();
      live.tell(key.companyId, 'alerts');
      return { kind, alert: await readAlertRow(sql, key, followUpWindowMs) };
    },
  });

  app.post<{ Params: AlertPath }>('/alerts/:id/take-back', {
    config: { access: 'answer_alerts' },
    schema: { hide: true, params: AlertPath },
    handler: async (request) => {
      const key = alertOf(request);
      await takeBackAnswer(sql, request.person, key);
      live.tell(key.companyId, 'alerts');
      return { alert: await readAlertRow(sql, key, followUpWindowMs) };
    },
  });

  addSendingRoutes(app, parts);
}

function addSendingRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { sql, followUpWindowMs, responseWindowMs, live, onNewWork, sendTestAlert } = parts;

  app.post<{ Params: AlertPath; Body: Static<typeof ResendBody> }>('/alerts/:id/resend', {
    config: { access: 'resend_deliveries' },
    schema: { hide: true, params: AlertPath, body: ResendBody },
    handler: async (request) => {
      const key = alertOf(request);
      await readAlertRow(sql, key, followUpWindowMs);
      const meant = { ...key, endpointId: request.body.endpoint_id };
      const resending = resendAlert(sql, request.person, meant, responseWindowMs);
      const { resent } = await resending.catch(refuseReference);
      onNewWork();
      live.tell(key.companyId, 'alerts');
      return { resent };
    },
  });

  app.post('/test-alert', {
    config: { access: 'send_test_alert' },
    schema: { hide: true },
    handler: async (request) => {
      if (sendTestAlert === undefined) throw new RefusalError('path_not_found');
      const companyId = companyOf(request);
      const { ids } = await sendTestAlert(companyId);
      await recordDeed(sql, request.person, { action: 'test_alert.sent', subject: ids.join(' ') });
      return { ids };
    },
  });
}
