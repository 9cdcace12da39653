import { randomUUIDv7 } from 'node:crypto';
import type { TObject } from 'typebox';
import { compileObjectReader } from '../http/validation.ts';
import { revealsCardNumber } from '../rules/card-number.ts';
import { isJsonObject } from '../rules/json-object.ts';
import type { IncomingAlert } from '../store/alerts/store-alerts.ts';
import type { ProviderMessages } from './provider-messages.ts';

export type ReadAlert = (
  message: unknown,
) =>
  | { readonly kind: 'read'; readonly alert: IncomingAlert }
  | { readonly kind: 'invalid'; readonly error: string };

/** Checks and translates one alert of a provider; what is wrong with it concerns no other alert. */
export function createReadAlert<Schema extends TObject>(messages: ProviderMessages<Schema>): ReadAlert {
  const readMessage = compileObjectReader(messages.schema);
  return (given) => {
    if (!isJsonObject(given)) return { kind: 'invalid', error: 'an alert must be a JSON object' };
    const read = readMessage(given);
    if (read.kind === 'fails') return { kind: 'invalid', error: read.problem };
    const alert = { ...messages.translate(read.value), id: randomUUIDv7() };
    if (revealsCardNumber(alert.providerAlertId, alert.cardBin, alert.cardLast4)) {
      return { kind: 'invalid', error: 'alert_id must not contain the card number' };
    }
    return { kind: 'read', alert };
  };
}
