import type { Span } from './span.ts';
import { traceIdOf } from './trace-ids.ts';

const KINDS = { server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
const NANOSECONDS_PER_MS = 1_000_000n;

/** The body of `POST /v1/traces`: OTLP 1 in its JSON form. */
export function renderOtlpBody(serviceName: string, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: renderAttributes({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: serviceName }, spans: spans.map(renderSpan) }],
      },
    ],
  });
}

function renderSpan(span: Span): object {
  const traceId = traceIdOf(span.alertId);
  return {
    traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    ...(span.linkedSpanId !== undefined && { links: [{ traceId, spanId: span.linkedSpanId }] }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: renderAttributes({ 'alert.id': span.alertId, ...span.attributes }),
    ...(span.error !== undefined && { status: { code: STATUS_ERROR, message: span.error } }),
  };
}

function nanoseconds(moment: Date): string {
  return (BigInt(moment.getTime()) * NANOSECONDS_PER_MS).toString();
}

function renderAttributes(attributes: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
