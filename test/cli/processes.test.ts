import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restartDelayMs } from '../../src/processes/restart-delay.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { sendRequest } from '../support/http-request.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { waitFor } from '../support/wait-for.ts';
import { runCli, useCli } from './run-cli.ts';
import { readUrl, startServe } from './serve-process.ts';

const cli = useCli();

/** The processes that have begun to serve so far, by what they log. */
function servingPids(log: string): number[] {
  const lines = log.split('\n').filter((line) => line.includes('Server listening'));
  return [...new Set(lines.map((line): number => JSON.parse(line).pid))];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A provider that sends alerts, each until it is taken, as long as it is let; returns the ids it was given. */
async function keepSending(url: string, company: TestCompany, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  while (!signal.aborted) {
    const message = alertMessage(company);
    const result = await waitFor('an alert that is taken', async () => {
      const [taken] = await deliverAlerts(url, 'provider_a_alerts', [message]).catch(() => []);
      return taken;
    });
    ids.push(result.id ?? '');
  }
  return ids;
}

/** On a connection of its own. */
async function askOnNewConnection(url: string): Promise<number> {
  const { status } = await sendRequest(url, '/healthz', { headers: { connection: 'close' } });
  return status;
}

describe('serve --processes', () => {
  test('two serve on one port; one that is killed is missed by nobody, replaced, and loses nothing', async () => {
    const company = await createTestCompany(cli.database.sql);
    const serve = startServe(['--processes', '2', '--json'], cli.environment);
    const url = await readUrl(serve);
    const [killed = 0] = await waitFor('both in the log', () => {
      const pids = servingPids(serve.stderr());
      return pids.length === 2 && pids;
    });
    const enough = new AbortController();
    onTestFinished(() => enough.abort());
    const sending = Promise.all([1, 2, 3, 4].map(() => keepSending(url, company, enough.signal)));
    await pause(200);
    process.kill(killed, 'SIGSTOP');
    // A connection is dealt to the process that stands still, one of these or a provider's, and not taken before the kill.
    const answers: number[] = [];
    const asking = [1, 2, 3, 4].map(() => askOnNewConnection(url).then((status) => answers.push(status)));
    const othersAnswered = waitFor('answers of the other process', () => answers.length >= 3);
    await othersAnswered.finally(() => process.kill(killed, 'SIGKILL'));
    await Promise.all(asking);
    expect(answers).toEqual([200, 200, 200, 200]);
    await waitFor('a process in its place', () => servingPids(serve.stderr()).length === 3, 60_000);
    await pause(200);
    enough.abort();
    const ids = (await sending).flat();

    const stored = await cli.database.sql<{ id: string }[]>`
      select id from alerts where company_id = ${company.companyId}`;
    expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(serve.stderr()).toMatch(/"signal":"SIGKILL".*a process of the service ended/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^intake_alerts_total\{provider="provider_a_alerts",result="accepted"\} \d+$/m);

    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
    expect(servingPids(serve.stderr()).filter(isAlive)).toEqual([]);
  }, 120_000);

  test.each(['0', '65', 'many'])('%s processes are refused in a sentence', async (count) => {
    const { code, stderr } = await runCli(['serve', '--processes', count], cli.environment);
    expect(code).toBe(1);
    expect(stderr).toContain('Give a whole number from 1 to 64');
  });

  test('a process that keeps ending is started again ever later, but within half a minute', () => {
    expect([1, 2, 3, 9, 10, 1000].map(restartDelayMs)).toEqual([100, 200, 400, 25_600, 30_000, 30_000]);
  });
});
