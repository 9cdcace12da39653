import { randomUUIDv7 } from 'node:crypto';
import { compileObjectCheck } from '../http/validation.ts';
import { revealsCardNumber } from '../rules/card-number.ts';
import type { IncomingAlert } from '../store/store-alerts.ts';
import type { ProviderMessages } from './provider-messages.ts';

export type ReadAlert = (
  message: unknown,
) => { readonly kind: 'read'; readonly alert: IncomingAlert } | { readonly kind: 'invalid'; readonly error: string };

/** Checks and translates one alert of a provider; what is wrong with it concerns no other alert. */
export function createReadAlert<Message extends { alert_id: string; card_bin: string; card_last4: string }>(
  messages: ProviderMessages<Message>,
): ReadAlert {
  const findProblem = compileObjectCheck(messages.schema);
  return (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      return { kind: 'invalid', error: 'an alert must be a JSON object' };
    }
    const problem = findProblem(given);
    if (problem !== undefined) return { kind: 'invalid', error: problem };
    const message = given as Message;
    if (revealsCardNumber(message.alert_id, message.card_bin, message.card_last4)) {
      return { kind: 'invalid', error: 'alert_id must not contain the card number' };
    }
    return { kind: 'read', alert: { ...messages.translate(message), id: randomUUIDv7() } };
  };
}
