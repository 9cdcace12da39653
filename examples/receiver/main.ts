// A company's application: takes alerts by webhook and answers each over the API.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { answerAlert } from './answer-alert.ts';
import { decide } from './decide.ts';
import { readSettings } from './settings.ts';
import { createTakeWebhook, type TakenAlert } from './take-webhook.ts';

const settings = readSettings(process.env);
const { takeWebhook, forget } = createTakeWebhook(new Webhook(settings.webhookSecret));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { status, alert } = await takeWebhook(request);
    // The sender waits 10 seconds at most, so it is answered before the work begins.
    response.writeHead(status).end();
    if (alert !== undefined) await work(alert);
  } catch (error) {
    // Not a 2xx, so it comes again.
    console.error('A webhook could not be read', error);
    response.writeHead(500).end();
  }
}

async function work({ webhookId, alert }: TakenAlert): Promise<void> {
  try {
    const status = decide(alert);
    console.log(`${alert.id}: ${await answerAlert(settings, alert.id, status, webhookId)}`);
  } catch (error) {
    // Ask the service to resend it; as it is forgotten here, it is then worked on again.
    forget(webhookId);
    console.error(`${alert.id}: not answered`, error);
  }
}

const server = createServer((request, response) => void receive(request, response));
server.listen(settings.port, () => console.log(`Waiting for webhooks on port ${settings.port}`));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
