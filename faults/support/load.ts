import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerStatus } from '../../src/rules/alert.ts';
import { PROVIDERS, type Provider } from '../../src/rules/provider.ts';
import { createClient } from '../../test/support/client.ts';
import type { TestCompany } from '../../test/support/company.ts';
import { alertMessage, type IntakeResult, postAlerts } from '../../test/support/provider.ts';
import type { KnownAlert, Ledger } from './ledger.ts';
import type { Random } from './random.ts';

const BATCH_MAX = 4;
const UNDER_WAY_MAX = 150;
const REPEAT_AFTER_MS = 150;
const GIVE_UP_AFTER_MS = 180_000;

export interface LoadOptions {
  readonly url: string;
  readonly company: TestCompany;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly everyMs: number;
}

export interface Load {
  /** Sends nothing new and waits until everything that was sent is taken. */
  stop(): Promise<void>;
}

/** Two providers that repeat an alert until it is taken, and a company that answers and repeats its answer just so. */
export function startLoad(options: LoadOptions): Load {
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    if (underWay.size >= UNDER_WAY_MAX) return;
    const life = sendAndAnswer(options).catch(
      (error: unknown) => void options.ledger.broken.push(String(error)),
    );
    underWay.add(life);
    void life.finally(() => underWay.delete(life));
  }, options.everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function sendAndAnswer(options: LoadOptions): Promise<void> {
  const { company, ledger, random, url } = options;
  const provider = random.pick(PROVIDERS);
  const messages = Array.from({ length: random.between(1, BATCH_MAX) }, () => alertMessage(company));
  const scripts = messages.map(() => drawAnswers(random, provider));
  const { results } = await untilTaken<{ results: IntakeResult[] }>(ledger, async () =>
    postAlerts(url, provider, messages),
  );
  const alerts = results.map((result) => ledger.take(provider, result));
  await Promise.all(
    alerts.map(async (alert, index) => alert && answerInTurn(options, alert, scripts[index] ?? [])),
  );
}

/** Provider A takes one answer, or `other` and then one more; provider B takes any. */
function drawAnswers(random: Random, provider: Provider): readonly AnswerStatus[] {
  const ofProviderA: readonly (readonly AnswerStatus[])[] = [
    [],
    ['notfound'],
    ['account_suspended'],
    ['other'],
    ['other', 'account_suspended'],
  ];
  const ofProviderB: readonly (readonly AnswerStatus[])[] = [
    [],
    ['notfound'],
    ['other', 'notfound', 'other'],
  ];
  return random.pick(provider === 'provider_a_alerts' ? ofProviderA : ofProviderB);
}

async function answerInTurn(
  { url, company, ledger }: LoadOptions,
  alert: KnownAlert,
  statuses: readonly AnswerStatus[],
): Promise<void> {
  const client = createClient(url, company);
  for (const status of statuses) {
    const key = { 'idempotency-key': randomUUID() };
    await untilTaken(ledger, async () => {
      const answer = await client.answer(alert.id, status, key);
      return Response.json(answer.body, { status: answer.status });
    });
    alert.answers.push(status);
  }
}

/** Repeats a request for as long as the service says, or shows, that it cannot be served now. */
async function untilTaken<Body>(ledger: Ledger, send: () => Promise<Response>): Promise<Body> {
  const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAtMs) {
    const answer = await send().catch((error: unknown) => void ledger.failures.push(explain(error)));
    ledger.note(answer?.status ?? 'none');
    if (answer?.status === 503) ledger.failures.push('answered 503');
    const body: unknown = await answer?.json().catch(() => undefined);
    if (answer?.status === 200 && body !== undefined) return body as Body;
    if (answer !== undefined && answer.status !== 200 && answer.status !== 503) {
      throw new Error(`answered ${answer.status}: ${JSON.stringify(body)}`);
    }
    await pause(REPEAT_AFTER_MS);
  }
  throw new Error('not taken in three minutes');
}

function explain(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {};
  return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
}
