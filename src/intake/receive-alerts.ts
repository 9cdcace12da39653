import { isJsonObject } from '../rules/json-object.ts';
import type { IntakeResult } from '../rules/outcomes.ts';
import type { IncomingAlert, StoredAlert } from '../store/alerts/store-alerts.ts';
import type { ReadAlert } from './read-alert.ts';

export interface AlertResult {
  readonly alert_id: string | null;
  readonly result: IntakeResult;
  readonly id: string | null;
  readonly error?: string;
}

export type StoreAlerts = (incoming: readonly IncomingAlert[]) => Promise<StoredAlert[]>;

/** Reads each alert, stores those that are valid, and returns a result for each, in the order they came. */
export async function receiveAlerts(
  messages: readonly unknown[],
  readAlert: ReadAlert,
  storeAlerts: StoreAlerts,
): Promise<AlertResult[]> {
  const read = messages.map(readAlert);
  const sound = read.flatMap((one) => (one.kind === 'read' ? [one.alert] : []));
  const stored = (sound.length > 0 ? await storeAlerts(sound) : []).values();
  return read.map((one, position): AlertResult => {
    if (one.kind === 'invalid') {
      return { alert_id: givenAlertId(messages[position]), result: 'invalid', id: null, error: one.error };
    }
    const { value } = stored.next();
    if (value === undefined) throw new Error('An alert has no result');
    return { alert_id: one.alert.providerAlertId, result: value.result, id: value.id };
  });
}

function givenAlertId(message: unknown): string | null {
  const alertId = isJsonObject(message) ? message['alert_id'] : null;
  return typeof alertId === 'string' ? alertId : null;
}
