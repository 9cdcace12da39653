import type { SecretBox } from '../signing/secret-box.ts';
import type { WebhookTarget } from '../store/outbox/webhook-jobs.ts';

/** Opens the secrets of an endpoint once for all jobs that were claimed together, and keeps them no longer than those. */
export function shareSigningKeys(secretBox: SecretBox): (endpoint: WebhookTarget) => readonly Buffer[] {
  const opened = new WeakMap<WebhookTarget, readonly Buffer[]>();
  return (endpoint) => {
    const known = opened.get(endpoint);
    if (known !== undefined) return known;
    const sealed = [endpoint.secretEncrypted, endpoint.previousSecretEncrypted].filter((key) => key !== null);
    const keys = sealed.map((key) => secretBox.open(key));
    opened.set(endpoint, keys);
    return keys;
  };
}
