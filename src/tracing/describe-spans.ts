import type { Span } from './span.ts';
import { spanIdOf } from './trace-ids.ts';

interface Step {
  readonly alertId: string;
  /** Null while nobody owns the alert. */
  readonly companyId: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

export interface Receipt extends Step {
  readonly result: string;
}

export interface DeliveryAttempt {
  readonly alertId: string;
  readonly endpointId: string;
  readonly attempt: number;
}

export interface Delivery extends Step, DeliveryAttempt {
  readonly outcome: string;
}

export interface Answer extends Step {
  readonly status: string;
  readonly answeredAt: Date;
}

export interface Forward extends Step {
  readonly outcome: string;
  readonly attempt: number;
  /** Of the answer that is forwarded. */
  readonly answeredAt: Date;
}

export function describeReceipt(receipt: Receipt): Span {
  return {
    ...describeStep(receipt, { 'receipt.result': receipt.result }),
    spanId: receiptSpanId(receipt.alertId),
    name: 'receipt',
    kind: 'server',
  };
}

export function describeDelivery(delivery: Delivery): Span {
  const { alertId, endpointId, attempt, outcome } = delivery;
  return {
    ...describeStep(delivery, { 'endpoint.id': endpointId, attempt, outcome }),
    spanId: deliverySpanId(delivery),
    parentSpanId: receiptSpanId(alertId),
    name: 'delivery',
    kind: 'client',
    error: outcome === 'delivered' ? undefined : outcome,
  };
}

export function describeAnswer(answer: Answer): Span {
  return {
    ...describeStep(answer, { 'answer.status': answer.status }),
    spanId: answerSpanId(answer),
    parentSpanId: receiptSpanId(answer.alertId),
    name: 'answer',
    kind: 'server',
  };
}

/** Linked to its answer and not its child: an answer by a person or in bulk has no span. */
export function describeForward(forward: Forward): Span {
  const { alertId, attempt, outcome, answeredAt } = forward;
  return {
    ...describeStep(forward, { attempt, outcome }),
    spanId: spanIdOf(alertId, 'forward', answeredAt.toISOString(), attempt),
    parentSpanId: receiptSpanId(alertId),
    linkedSpanId: answerSpanId(forward),
    name: 'forward',
    kind: 'client',
    error: outcome === 'accepted' ? undefined : outcome,
  };
}

export function deliverySpanId({ alertId, endpointId, attempt }: DeliveryAttempt): string {
  return spanIdOf(alertId, 'delivery', endpointId, attempt);
}

function receiptSpanId(alertId: string): string {
  return spanIdOf(alertId, 'receipt');
}

function answerSpanId({ alertId, answeredAt }: Pick<Answer, 'alertId' | 'answeredAt'>): string {
  return spanIdOf(alertId, 'answer', answeredAt.toISOString());
}

function describeStep({ alertId, companyId, startedAt, endedAt }: Step, attributes: Span['attributes']) {
  const owner = companyId === null ? {} : { 'company.id': companyId };
  return { alertId, startedAt, endedAt, attributes: { ...owner, ...attributes } };
}
