import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { createMerchant } from '../backoffice/companies/create-merchant.ts';
import type { MerchantShape } from '../shapes/dashboard/operator.ts';
import { listMerchants, type MerchantRow } from '../store/companies/list-merchants.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { idField } from './reference-fields.ts';
import { refuseReference } from './refuse-reference.ts';

const MERCHANTS_SHOWN_MAX = 200;

const MerchantsQuery = Type.Object({
  company_id: Type.Optional(idField('company_id')),
  q: Type.Optional(typedText('q')),
});
const NewMerchantBody = Type.Object({ company_id: idField('company_id'), name: typedText('name') });

/** The merchants of the companies. */
export function addOperatorMerchantRoutes(app: FastifyInstance, { sql, live }: DashboardParts): void {
  app.get<{ Querystring: Static<typeof MerchantsQuery> }>('/operator/merchants', {
    config: { access: 'read_merchants' },
    schema: { hide: true, querystring: MerchantsQuery },
    handler: async ({ query: { company_id: companyId, q } }) => {
      const rows = await listMerchants(sql, { companyId, search: q?.trim(), rowsMax: MERCHANTS_SHOWN_MAX });
      return { data: rows.map(shapeMerchant) };
    },
  });

  app.post<{ Body: Static<typeof NewMerchantBody> }>('/operator/merchants', {
    config: { access: 'manage_merchants' },
    schema: { hide: true, body: NewMerchantBody },
    handler: async ({ person, body }) => {
      const companyId = body.company_id.toLowerCase();
      const creating = createMerchant(sql, person, { companyId, name: body.name });
      const { merchantId } = await creating.catch(refuseReference);
      live.tell(companyId, 'company');
      return { merchant_id: merchantId };
    },
  });
}

function shapeMerchant(row: MerchantRow): MerchantShape {
  return {
    id: row.id,
    name: row.name,
    company_id: row.companyId,
    company_name: row.companyName,
    created_at: row.createdAt.toISOString(),
    enrollments: row.enrollments,
  };
}
