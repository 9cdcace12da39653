import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { addOutcomeRoute, SIMULATED_PROVIDER_PATH } from '../../src/sandbox/simulator/outcome-route.ts';
import { OutcomeMemory } from '../../src/sandbox/simulator/outcome-memory.ts';
import { type ProviderMode, setProviderMode } from '../../src/sandbox/simulator/provider-mode.ts';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import { makeEmptyDataDir } from '../sandbox/data-folders.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PROVIDER_SECRETS } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { runCli, runJson } from './run-cli.ts';
import { readUrl, startServe } from './serve-process.ts';

const signingKey = readSigningKey(PROVIDER_SECRETS.provider_a_alerts);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The simulated provider A on a port of its own. */
async function startProvider() {
  const app = createApp(pino({ level: 'silent' }));
  await addOutcomeRoute(app, { sql: database.sql, signingKeys: [signingKey], now: () => new Date() });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const tell = async (mode: ProviderMode, outcome: object, timeoutMs = 10_000): Promise<Response> => {
    await setProviderMode(database.sql, mode);
    const body = JSON.stringify({ outcomes: [outcome] });
    return fetch(`${url}${SIMULATED_PROVIDER_PATH}/outcomes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signMessage(signingKey, { id: randomUUID(), at: new Date(), body }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
  };
  return { app, tell };
}

async function readWords(response: Response): Promise<unknown> {
  return ((await response.json()) as { results: unknown[] }).results[0];
}

const NOTFOUND = { alert_id: 'A1', outcome: 'notfound', answered_at: '2026-11-02T12:00:00.000Z' };

describe('the simulated provider A, from one call to the next', () => {
  test('ok takes the outcome and knows a repeat', async () => {
    const { tell } = await startProvider();

    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({
      result: 'success',
      message: 'Outcome recorded',
    });
    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({
      result: 'success',
      message: 'Already answered',
    });
  });

  test('fail answers 500 and takes nothing', async () => {
    const { tell } = await startProvider();

    expect((await tell('fail', NOTFOUND)).status).toBe(500);
    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({ message: 'Outcome recorded' });
  });

  test('refuse refuses each outcome for good and takes nothing', async () => {
    const { tell } = await startProvider();

    expect(await readWords(await tell('refuse', NOTFOUND))).toMatchObject({
      alert_id: 'A1',
      result: 'failure',
      recoverable: false,
    });
    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({ message: 'Outcome recorded' });
  });

  test('slow answers after 3 s', async () => {
    const { tell } = await startProvider();
    const startedAtMs = performance.now();

    expect(await readWords(await tell('slow', NOTFOUND))).toMatchObject({ message: 'Outcome recorded' });
    expect(performance.now() - startedAtMs).toBeGreaterThan(2900);
  });

  test('drop takes the outcome and closes the connection without an answer', async () => {
    const { tell } = await startProvider();

    await expect(tell('drop', NOTFOUND)).rejects.toThrow('fetch failed');
    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({ message: 'Already answered' });
  });

  test('hang never answers, takes nothing, and does not keep the service from stopping', async () => {
    const { app, tell } = await startProvider();

    await expect(tell('hang', NOTFOUND, 500)).rejects.toThrow('timeout');
    expect(await readWords(await tell('ok', NOTFOUND))).toMatchObject({ message: 'Outcome recorded' });
    const arrived = once(app.server, 'request');
    const hung = tell('hang', NOTFOUND).catch((error: unknown) => error);
    await arrived;
    const startedAtMs = performance.now();
    await app.close();

    expect(await hung).toBeInstanceOf(TypeError);
    expect(performance.now() - startedAtMs).toBeLessThan(3000);
  });
});

describe('what the simulated provider A remembers', () => {
  test.for([
    ['notfound', 'notfound', 'success', 'Already answered'],
    ['other', 'other', 'success', 'Already answered'],
    ['other', 'account_suspended', 'success', 'Outcome recorded'],
    ['notfound', 'other', 'failure', 'Already answered with notfound'],
    ['account_suspended', 'notfound', 'failure', 'Already answered with account_suspended'],
    ['notfound', 'paid', 'failure', 'Unknown outcome'],
  ] as const)('%s, then %s: %s, %s', ([first, second, result, message]) => {
    const memory = new OutcomeMemory();
    memory.take({ alert_id: 'A1', outcome: first });

    expect(memory.take({ alert_id: 'A1', outcome: second })).toEqual({
      alert_id: 'A1',
      result,
      recoverable: false,
      message,
    });
    expect(memory.take({ alert_id: 'A2', outcome: 'other' })).toMatchObject({ message: 'Outcome recorded' });
  });

  test('is bounded: the oldest is forgotten', () => {
    const memory = new OutcomeMemory();
    for (let alert = 0; alert <= 10_000; alert += 1) {
      memory.take({ alert_id: `A${alert}`, outcome: 'notfound' });
    }

    expect(memory.take({ alert_id: 'A10000', outcome: 'other' })).toMatchObject({ result: 'failure' });
    expect(memory.take({ alert_id: 'A0', outcome: 'other' })).toMatchObject({ message: 'Outcome recorded' });
  });
});

test('in the sandbox: set reaches the running service, and the answer gets through once it is ok again', async () => {
  const dataDir = await makeEmptyDataDir();
  const environment = { DATA_DIR: dataDir, SIMULATOR: 'off' };
  const serve = startServe(['--json'], environment);
  const url = await readUrl(serve);
  const record: Record<string, string> = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'));
  const { company_id: companyId = '', client_id: clientId, client_secret: clientSecret } = record;

  const shownFirst = await runJson(['simulator', 'show'], environment);
  await runJson(['simulator', 'set', '--provider-a', 'fail'], environment);
  const simulate = ['simulate', '--company', companyId, '--provider', 'provider_a_alerts'];
  const { ids } = await runJson(simulate, environment);
  const answer = await fetch(`${url}/api/v1/chargeback-alert/alerts/${ids[0]}/status`, {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ status: 'notfound' }),
  });
  const failing = await waitForReceipt('queued', 'the provider answered 500');
  const shownThen = await runCli(['simulator', 'show'], environment);
  await runJson(['simulator', 'set', '--provider-a', 'ok'], environment);
  const accepted = await waitForReceipt('accepted', 'Outcome recorded');
  serve.signal('SIGTERM');
  await serve.ended;

  expect(shownFirst).toEqual({ provider_a: 'ok' });
  expect(answer.status).toBe(200);
  expect([failing.alert_id, accepted.alert_id]).toEqual([ids[0], ids[0]]);
  expect(shownThen.stdout).toContain('answers 500 and takes nothing');

  async function waitForReceipt(state: string, message: string) {
    return waitFor(`a receipt that is ${state}`, async () => {
      const { forwards } = await runJson(['forward', 'list', '--state', state], environment);
      return forwards.find((one: { message: string }) => one.message === message);
    });
  }
}, 90_000);
