import { WEBHOOK_CONTENT_TYPE } from '../shapes/webhook.ts';
import { signMessage, type SignatureHeaders } from '../signing/standard-webhooks.ts';

export function signBody(
  keys: readonly Buffer[],
  id: string,
  body: string,
  at: Date,
): SignatureHeaders & { readonly 'content-type': string } {
  return { 'content-type': WEBHOOK_CONTENT_TYPE, ...signMessage(keys, { id, at, body }) };
}
