import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { BackofficeError } from '../backoffice/backoffice-error.ts';
import { createEnrollment } from '../backoffice/enrollments/create-enrollment.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import { type Provider, PROVIDERS } from '../rules/provider.ts';
import { composeRoute, type Route } from '../rules/route-key.ts';
import type { EnrollmentShape } from '../shapes/dashboard/operator.ts';
import { OneOf } from '../shapes/schema.ts';
import { type EnrollmentRow, listAllEnrollments } from '../store/companies/enrollments.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { idField } from './reference-fields.ts';
import { refuseReference } from './refuse-reference.ts';

const ENROLLMENTS_SHOWN_MAX = 500;
/** Alerts that waited for the route become the merchant's in the same step. */
const ENROLL_WITHIN_MS = 60_000;

const MATCHED_BY: Readonly<Record<Provider, string>> = {
  provider_a_alerts: 'descriptor alone',
  provider_b_rdr: 'acquirer_bin and caid together',
};

const ProviderField = OneOf(PROVIDERS, { [ERROR_TEXT]: `provider must be one of ${PROVIDERS.join(', ')}` });
const EnrollmentsQuery = Type.Object({
  company_id: Type.Optional(idField('company_id')),
  merchant_id: Type.Optional(idField('merchant_id')),
  provider: Type.Optional(ProviderField),
  q: Type.Optional(typedText('q')),
});
const NewEnrollmentBody = Type.Object({
  merchant_id: idField('merchant_id'),
  provider: ProviderField,
  descriptor: Type.Optional(typedText('descriptor')),
  acquirer_bin: Type.Optional(typedText('acquirer_bin')),
  caid: Type.Optional(typedText('caid')),
});
type NewEnrollmentBody = Static<typeof NewEnrollmentBody>;

/** What in a provider's alert tells which merchant it is for. */
export function addEnrollmentRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { sql, responseWindowMs, live, onNewWork } = parts;
  app.get<{ Querystring: Static<typeof EnrollmentsQuery> }>('/operator/enrollments', {
    config: { access: 'read_merchants' },
    schema: { hide: true, querystring: EnrollmentsQuery },
    handler: async ({ query: { company_id: companyId, merchant_id: merchantId, provider, q } }) => {
      const filter = { companyId, merchantId, provider, search: q?.trim() };
      const rows = await listAllEnrollments(sql, { ...filter, rowsMax: ENROLLMENTS_SHOWN_MAX });
      return { data: rows.map(shapeEnrollment) };
    },
  });

  app.post<{ Body: NewEnrollmentBody }>('/operator/enrollments', {
    config: { access: 'manage_merchants' },
    schema: { hide: true, body: NewEnrollmentBody },
    handlerTimeout: ENROLL_WITHIN_MS,
    handler: async ({ person, body }) => {
      const enrollment = { merchantId: body.merchant_id, route: requireRoute(body) };
      const creating = createEnrollment(sql, person, enrollment, responseWindowMs);
      const created = await creating.catch(refuseReference);
      onNewWork();
      live.tell(created.companyId, 'company');
      if (created.adoptedAlerts > 0) live.tell(created.companyId, 'alerts');
      return {
        merchant_enrollment_id: created.merchantEnrollmentId,
        adopted_alerts: created.adoptedAlerts,
      };
    },
  });
}

function requireRoute({ provider, descriptor, acquirer_bin: acquirerBin, caid }: NewEnrollmentBody): Route {
  const route = composeRoute({ provider, descriptor, acquirerBin, caid });
  if (route === undefined) throw new BackofficeError(`${provider} is matched by ${MATCHED_BY[provider]}.`);
  return route;
}

function shapeEnrollment(row: EnrollmentRow): EnrollmentShape {
  return {
    id: row.id,
    merchant_id: row.merchantId,
    merchant_name: row.merchantName,
    company_id: row.companyId,
    company_name: row.companyName,
    provider: row.provider,
    descriptor: row.descriptor,
    acquirer_bin: row.acquirerBin,
    caid: row.caid,
    created_at: row.createdAt.toISOString(),
  };
}
