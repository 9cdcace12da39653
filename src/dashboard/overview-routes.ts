import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { readOverview } from '../backoffice/alerts/read-overview.ts';
import { createRememberCostly } from '../backoffice/alerts/remember-costly.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

const PERIODS = ['7', '30', '90'] as const;
const PERIOD_DEFAULT = '30';
/** The first look at a very large company's ninety days. */
const HANDLER_TIMEOUT_MS = 30_000;

const OverviewQuery = Type.Object({
  days: Type.Optional(Type.Enum([...PERIODS], { [ERROR_TEXT]: `days must be one of ${PERIODS.join(', ')}` })),
});

export function addOverviewRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const overviewParts = { ...parts, rememberCostly: createRememberCostly() };

  app.get<{ Querystring: Static<typeof OverviewQuery> }>('/overview', {
    config: { access: 'read_overview' },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    schema: { hide: true, querystring: OverviewQuery },
    handler: async (request) => {
      const companyId = companyOf(request);
      const days = Number(request.query.days ?? PERIOD_DEFAULT);
      return parts.takeTurn(() => readOverview(overviewParts, companyId, days));
    },
  });
}
