import type { FastifyBaseLogger } from 'fastify';
import type { TakeAnswer } from './callback/take-answer.ts';
import type { Config } from './config.ts';
import type { StoreAlerts } from './intake/receive-alerts.ts';
import type { Tracer } from './tracing/tracer.ts';

export interface Tracing {
  readonly tracer: Tracer;
  stop(): Promise<void>;
}

/** Undefined unless a collector is configured; until then nothing of it is even loaded. */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  log: FastifyBaseLogger,
): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startExporter } = await import('./tracing/start-exporter.ts');
  const { createTracer } = await import('./tracing/tracer.ts');
  const exporter = startExporter(tracing, (reason, spans) =>
    log.warn({ reason, spans }, 'the collector does not accept traces; they are dropped until it does'),
  );
  return { tracer: createTracer(exporter, tracing.ratio), stop: () => exporter.stop() };
}

/** A span for each alert that was stored now, whether somebody owns it yet or not. */
export function traceReceipts(store: StoreAlerts, tracer: Tracer | undefined): StoreAlerts {
  if (tracer === undefined) return store;
  return async (incoming) => {
    const startedAt = new Date();
    const stored = await store(incoming);
    for (const { id, companyId, result } of stored) {
      if (result === 'duplicate') continue;
      tracer.received({ alertId: id, companyId, result, startedAt, endedAt: new Date() });
    }
    return stored;
  };
}

/** A span for each answer that was accepted now. */
export function traceAnswers(take: TakeAnswer, tracer: Tracer | undefined): TakeAnswer {
  if (tracer === undefined) return take;
  return async (answer, keyed) => {
    const startedAt = new Date();
    const outcome = await take(answer, keyed);
    if (outcome.kind === 'accepted' && !outcome.replayed) {
      const { id: alertId, status, updatedAt: answeredAt } = outcome;
      const { companyId } = answer;
      tracer.answered({ alertId, companyId, status, answeredAt, startedAt, endedAt: new Date() });
    }
    return outcome;
  };
}
