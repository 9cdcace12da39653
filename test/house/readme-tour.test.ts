import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** A new sandbox, on a machine with much else to do. */
const START_MS_MAX = 60_000;

/** In place of the moment the tour waits: until all has happened that it goes on to show. */
const UNTIL_ALL_IS_SETTLED = `
  count() { node_modules/.bin/node bin/chargeback-alerts.js "$@" --company "$COMPANY" --json | grep -o '"provider_alert_id"' | wc -l; }
  until [ "$(count delivery list --state delivered)" = 4 ]; do sleep 0.2; done
  until [ "$(count forward list --state accepted)" -ge 3 ]; do sleep 0.2; done`;

/** The shell blocks of the tour, with the addresses of this test in place of those of a newcomer. */
async function readTour(replacements: Record<string, string>): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## Configuration'));
  const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  return Object.entries(replacements).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    blocks.join('\n'),
  );
}

test('the tour of the README, pasted into a shell beside `npm start`, shows what it says', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'chargeback-alerts-tour-'));
  const [port, receiverPort] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const environment = { ...process.env, DATA_DIR: dataDir, SIMULATOR: 'off', LOG_LEVEL: 'error' };
  const service = spawn(process.execPath, ['bin/chargeback-alerts.js', 'serve'], {
    cwd: ROOT,
    env: { ...environment, PORT: String(port) },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    service.kill('SIGTERM');
    await waitFor('the service to stop', () => service.exitCode !== null, START_MS_MAX);
    await rm(dataDir, { recursive: true, force: true });
  });
  await waitFor(
    'the service',
    async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200,
    START_MS_MAX,
  );
  const tour = await readTour({
    'http://localhost:3000': url,
    'http://localhost:4000': `http://localhost:${receiverPort}`,
    'data/sandbox.json': join(dataDir, 'sandbox.json'),
    '; sleep 2': UNTIL_ALL_IS_SETTLED,
    'node_modules/.bin/node examples': `API_URL=${url} PORT=${receiverPort} node_modules/.bin/node examples`,
  });
  const { stdout } = await run('bash', ['-c', tour], { cwd: ROOT, env: environment, timeout: 120_000 });

  expect(stdout).toContain('"status":"account_suspended","updated_at"');
  expect(stdout).toContain('Alert already has a definitive status');
  expect(stdout).toContain('"success":true,"data":{"alert_id"');
  expect(stdout.match(/ delivered /g)).toHaveLength(4);
  expect(stdout).toMatch(/account_suspended +accepted/);
  expect(stdout).toMatch(/(?:notfound|other) +accepted/);
}, 150_000);
