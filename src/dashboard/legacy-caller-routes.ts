import type { FastifyInstance } from 'fastify';
import type { LegacyCallerShape } from '../shapes/dashboard/operator.ts';
import { listLegacyCallers } from '../store/companies/list-legacy-callers.ts';
import type { DashboardParts } from './parts.ts';

const DAYS_SHOWN = 30;
const CALLERS_SHOWN_MAX = 500;

/** Who still calls the aliases, which will be removed once nobody does (D21). */
export function addLegacyCallerRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get('/operator/legacy-callers', {
    config: { access: 'read_legacy_callers' },
    schema: { hide: true },
    handler: async () => {
      const callers = await listLegacyCallers(sql, { days: DAYS_SHOWN, rowsMax: CALLERS_SHOWN_MAX });
      const data = callers.map((caller): LegacyCallerShape => ({
        company_id: caller.companyId,
        company_name: caller.companyName,
        client_id: caller.clientId,
        alias: caller.alias,
        calls: Number(caller.calls),
        last_called_at: caller.lastCalledAt.toISOString(),
      }));
      return { data };
    },
  });
}
