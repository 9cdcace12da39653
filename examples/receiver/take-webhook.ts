import type { IncomingMessage } from 'node:http';
import { type Webhook, WebhookVerificationError } from 'standardwebhooks';

/** The part of an alert that this application looks at. */
export interface Alert {
  readonly id: string;
  /** Decimal text such as "129.90". */
  readonly amount: string;
}

export interface TakenAlert {
  readonly webhookId: string;
  readonly alert: Alert;
}

/** The status to answer with at once, and the alert if there is work to do. */
export interface Taken {
  readonly status: number;
  readonly alert?: TakenAlert;
}

const BODY_BYTES_MAX = 64 * 1024;
/** A webhook may come more than once, with the same webhook-id. A real application asks its database instead. */
const IDS_REMEMBERED_MAX = 10_000;

export function createTakeWebhook(webhook: Webhook) {
  const known = new Set<string>();

  async function takeWebhook(request: IncomingMessage): Promise<Taken> {
    if (request.method !== 'POST') return { status: 405 };
    const body = await readBody(request);
    if (body === undefined) return { status: 413 };
    const webhookId = String(request.headers['webhook-id']);
    const content = verify(webhook, request, body);
    if (content === undefined) return { status: 401 };
    // A sample that the operator sent with `endpoint test`: its alert does not exist.
    if (webhookId.startsWith('msg_test_') || known.has(webhookId)) return { status: 204 };
    if (!isAlert(content)) return { status: 422 };
    remember(webhookId);
    return { status: 204, alert: { webhookId, alert: content } };
  }

  function remember(webhookId: string): void {
    known.add(webhookId);
    const [oldest] = known;
    if (known.size > IDS_REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
  }

  return { takeWebhook, forget: (webhookId: string) => void known.delete(webhookId) };
}

/** The signature is over these very bytes, so they are verified before anything reads them. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the body says, or undefined when it is not from whom it should be. */
function verify(webhook: Webhook, { headers }: IncomingMessage, body: Buffer): unknown {
  try {
    return webhook.verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined;
    throw error;
  }
}

function isAlert(content: unknown): content is Alert {
  if (typeof content !== 'object' || content === null) return false;
  return (
    'id' in content &&
    typeof content.id === 'string' &&
    'amount' in content &&
    typeof content.amount === 'string'
  );
}
