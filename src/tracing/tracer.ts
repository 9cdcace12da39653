import {
  type Answer,
  type Delivery,
  type DeliveryAttempt,
  deliverySpanId,
  describeAnswer,
  describeDelivery,
  describeForward,
  describeReceipt,
  type Forward,
  type Receipt,
} from './describe-spans.ts';
import type { Span } from './span.ts';
import type { SpanExporter } from './start-exporter.ts';
import { isSampled, traceparentOf } from './trace-ids.ts';

/** The four steps of an alert's way, one trace for each alert. */
export interface Tracer {
  readonly received: (receipt: Receipt) => void;
  /** What a webhook carries, so that its receiver can take part in the trace. */
  readonly deliveryHeaders: (attempt: DeliveryAttempt) => Readonly<Record<string, string>>;
  readonly delivered: (delivery: Delivery) => void;
  readonly answered: (answer: Answer) => void;
  readonly forwarded: (forward: Forward) => void;
}

/** `ratio`: the share of alerts that are traced. */
export function createTracer({ add }: Pick<SpanExporter, 'add'>, ratio: number): Tracer {
  function record<Facts extends { readonly alertId: string }>(describe: (facts: Facts) => Span) {
    return (facts: Facts): void => {
      if (isSampled(facts.alertId, ratio)) add(describe(facts));
    };
  }
  return {
    received: record(describeReceipt),
    delivered: record(describeDelivery),
    answered: record(describeAnswer),
    forwarded: record(describeForward),
    deliveryHeaders: (attempt) =>
      isSampled(attempt.alertId, ratio)
        ? { traceparent: traceparentOf(attempt.alertId, deliverySpanId(attempt)) }
        : {},
  };
}
