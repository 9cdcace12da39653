/** One step of an alert's way. Attributes hold ids and outcomes, never what an alert says. */
export interface Span {
  readonly alertId: string;
  readonly spanId: string;
  /** None: it is where the trace begins. */
  readonly parentSpanId?: string;
  /** What it follows from without being part of it. */
  readonly linkedSpanId?: string;
  readonly name: 'receipt' | 'delivery' | 'answer' | 'forward';
  readonly kind: 'server' | 'client';
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly error?: string | undefined;
}
