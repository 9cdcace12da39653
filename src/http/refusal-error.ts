import { type Refusal, REFUSALS } from '../rules/refusals.ts';

/** Thrown by a handler to say no; `error-answer.ts` alone turns it into an HTTP answer. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal, details: { message?: string; retryAfterSeconds?: number } = {}) {
    super(details.message ?? REFUSALS[refusal].message);
    this.refusal = refusal;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
