import type { FailureReason } from './send-result.ts';

/** Why a request got no answer; the message is written for the owner of the address. */
export class SendError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The message does not name the address, so that nobody can read our own network's names through it. */
export class ForbiddenAddressError extends SendError {
  constructor() {
    super('forbidden_address', 'The host leads to an address that is not public');
  }
}
