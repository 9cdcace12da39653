import { createSecretBox } from '../../signing/secret-box.ts';
import type { EndpointWithSecrets } from '../../store/outbox/find-endpoint.ts';
import { BackofficeError } from '../backoffice-error.ts';

/** What the endpoint's webhooks are signed with now: its key, and the one before it while that still signs. */
export function openSigningKeys(secretKey: string, endpoint: EndpointWithSecrets): readonly Buffer[] {
  const secretBox = createSecretBox(secretKey);
  const sealed = [endpoint.secretEncrypted, endpoint.previousSecretEncrypted].filter((key) => key !== null);
  try {
    return sealed.map((key) => secretBox.open(key));
  } catch (error) {
    throw new BackofficeError(
      "The endpoint's secret cannot be opened: it was sealed with another SECRET_KEY. Use the key of the running service.",
      { cause: error },
    );
  }
}
