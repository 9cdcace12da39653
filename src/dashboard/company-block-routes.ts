import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { blockCompany } from '../backoffice/companies/block-company.ts';
import { noSuchCompany, requireCompany } from '../backoffice/companies/require-company.ts';
import { unblockCompany } from '../backoffice/companies/unblock-company.ts';
import type { BlockEffectShape } from '../shapes/dashboard/operator.ts';
import { readBlockEffect } from '../store/companies/block-effect.ts';
import { findCompanyRow } from '../store/companies/list-companies.ts';
import { typedText } from './fields.ts';
import { shapeCompany } from './operator-company-routes.ts';
import type { DashboardParts } from './parts.ts';

const BlockBody = Type.Object({ reason: typedText('reason') });

interface CompanyPath {
  readonly Params: { readonly id: string };
}

/** Blocking a company, with what it would stop told beforehand, and letting it work again (D7). */
export function addCompanyBlockRoutes(app: FastifyInstance, parts: DashboardParts): void {
  addEffect(app, parts);
  addBlock(app, parts);
  addUnblock(app, parts);
}

function addEffect(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get<CompanyPath>('/operator/companies/:id/block-effect', {
    config: { access: 'read_companies' },
    schema: { hide: true },
    handler: async ({ params }): Promise<BlockEffectShape> => {
      const companyId = await requireCompany(sql, params.id);
      const company = await findCompanyRow(sql, companyId);
      if (company === undefined) throw noSuchCompany(companyId);
      const effect = await readBlockEffect(sql, companyId);
      return {
        company: shapeCompany(company),
        unanswered_alerts: effect.unansweredAlerts,
        nearest_deadline: effect.nearestDeadline?.toISOString() ?? null,
        waiting_webhooks: effect.waitingWebhooks,
        active_credentials: effect.activeCredentials,
      };
    },
  });
}

function addBlock(app: FastifyInstance, { sql, live }: DashboardParts): void {
  app.post<CompanyPath & { Body: Static<typeof BlockBody> }>('/operator/companies/:id/block', {
    config: { access: 'manage_companies' },
    schema: { hide: true, body: BlockBody },
    handler: async (request, reply) => {
      const block = { companyId: request.params.id, reason: request.body.reason };
      const { companyId } = await blockCompany(sql, request.person, block);
      live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });
}

function addUnblock(app: FastifyInstance, { sql, live, onNewWork }: DashboardParts): void {
  app.post<CompanyPath>('/operator/companies/:id/unblock', {
    config: { access: 'manage_companies' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { companyId } = await unblockCompany(sql, request.person, { companyId: request.params.id });
      // Its webhooks waited for this moment.
      onNewWork();
      live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });
}
