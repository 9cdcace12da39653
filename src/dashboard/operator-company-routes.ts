import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { createCompany } from '../backoffice/companies/create-company.ts';
import { inviteUser } from '../backoffice/team/invite-user.ts';
import { pageFields } from '../http/alert-filters.ts';
import type { CompanyPageShape, CompanyRowShape } from '../shapes/dashboard/operator.ts';
import type { NewInvitationShape } from '../shapes/dashboard/team.ts';
import { shapePageMeta } from '../shapes/page.ts';
import { type CompanyRow, listCompanies } from '../store/companies/list-companies.ts';
import { CompanyRoleField, typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';

const PER_PAGE_DEFAULT = 25;

const CompaniesQuery = Type.Object({ q: Type.Optional(typedText('q')), ...pageFields(PER_PAGE_DEFAULT) });
const NewCompanyBody = Type.Object({ name: typedText('name') });
const InviteBody = Type.Object({ email: typedText('email'), role: CompanyRoleField });

/** The companies, and how a new one comes to its first owner. */
export function addOperatorCompanyRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { sql } = parts;
  app.get<{ Querystring: Static<typeof CompaniesQuery> }>('/operator/companies', {
    config: { access: 'read_companies' },
    schema: { hide: true, querystring: CompaniesQuery },
    handler: async ({ query }): Promise<CompanyPageShape> => {
      const { q, page = 1, per_page: perPage = PER_PAGE_DEFAULT } = query;
      const found = await listCompanies(sql, {
        search: q?.trim(),
        offset: (page - 1) * perPage,
        limit: perPage,
      });
      return { data: found.companies.map(shapeCompany), meta: shapePageMeta(page, perPage, found.total) };
    },
  });

  app.post<{ Body: Static<typeof NewCompanyBody> }>('/operator/companies', {
    config: { access: 'manage_companies' },
    schema: { hide: true, body: NewCompanyBody },
    handler: async (request) => {
      const { companyId } = await createCompany(sql, request.person, request.body);
      return { company_id: companyId };
    },
  });

  app.post<{ Params: { readonly id: string }; Body: Static<typeof InviteBody> }>(
    '/operator/companies/:id/invitations',
    {
      config: { access: 'manage_companies' },
      schema: { hide: true, body: InviteBody },
      handler: async (request): Promise<NewInvitationShape> => {
        const invited = { companyId: request.params.id, ...request.body };
        const { url, expiresAt, wasMailed } = await inviteUser(parts, request.person, invited);
        return { url, expires_at: expiresAt.toISOString(), was_mailed: wasMailed };
      },
    },
  );
}

export function shapeCompany(row: CompanyRow): CompanyRowShape {
  const { blockedAt, blockedReason } = row;
  return {
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    blocked: blockedAt === null ? null : { at: blockedAt.toISOString(), reason: blockedReason ?? '' },
    merchants: row.merchants,
    users: row.users,
    endpoints: row.endpoints,
  };
}
