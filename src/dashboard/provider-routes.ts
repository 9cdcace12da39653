import type { FastifyInstance } from 'fastify';
import { PROVIDER_FACTS, PROVIDERS } from '../rules/provider.ts';
import type { ProviderHealthShape } from '../shapes/dashboard/operator.ts';
import {
  type ForwardAlarm,
  type ForwardFigures,
  listForwardAlarms,
  readForwardFigures,
  readProviderArrivals,
} from '../store/outbox/provider-health.ts';
import type { DashboardParts } from './parts.ts';

const HOURS_SHOWN = 24;
const ALARMS_SHOWN_MAX = 20;

/** The state of each provider: what comes from it, and what provider A takes from us. */
export function addProviderRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get('/operator/providers', {
    config: { access: 'read_providers' },
    schema: { hide: true },
    handler: async () => {
      const arrivals = await readProviderArrivals(sql, PROVIDERS, HOURS_SHOWN);
      const forwards = shapeForwards(await readForwardFigures(sql, HOURS_SHOWN));
      const alarms = (await listForwardAlarms(sql, ALARMS_SHOWN_MAX)).map(shapeAlarm);
      const data = arrivals.map((arrived): ProviderHealthShape => {
        const isAnswered = PROVIDER_FACTS[arrived.provider].answerHasDeadline;
        return {
          provider: arrived.provider,
          last_received_at: arrived.lastReceivedAt?.toISOString() ?? null,
          received_by_hour: arrived.receivedByHour,
          unrouted: arrived.unrouted,
          forwards: isAnswered ? forwards : null,
          alarms: isAnswered ? alarms : [],
        };
      });
      return { data };
    },
  });
}

function shapeForwards(figures: ForwardFigures): NonNullable<ProviderHealthShape['forwards']> {
  return {
    queued: figures.queued,
    oldest_queued_at: figures.oldestQueuedAt?.toISOString() ?? null,
    accepted_24h: figures.accepted,
    refused_24h: figures.refused,
    too_late_24h: figures.tooLate,
    last_accepted_at: figures.lastAcceptedAt?.toISOString() ?? null,
  };
}

function shapeAlarm(alarm: ForwardAlarm): ProviderHealthShape['alarms'][number] {
  return {
    at: alarm.at.toISOString(),
    company_name: alarm.companyName,
    provider_alert_id: alarm.providerAlertId,
    state: alarm.state,
    provider_message: alarm.providerMessage,
  };
}
