import { onTestFinished } from 'vitest';
import { createSender, type Sender, type SenderSettings } from '../../src/sending/sender.ts';

export const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
export const BODY = '{"amount":"129.90","descriptor":"LOJA*AÇAÍ"}';

/** A sender that may go to loopback unless told otherwise; it ends with the test. */
export function useSender(settings: Partial<SenderSettings> = {}): Sender {
  const sender = createSender({ allowPrivate: true, ...settings });
  onTestFinished(() => sender.close());
  return sender;
}

export function postTo(url: string): { url: string; headers: Record<string, string>; body: string } {
  return { url, headers: HEADERS, body: BODY };
}
