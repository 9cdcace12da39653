import cluster from 'node:cluster';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { keepProcesses, type KeptProcesses } from '../../src/processes/keep-processes.ts';
import { waitFor } from '../support/wait-for.ts';

const exec = new URL('serving-process.ts', import.meta.url).pathname;
/** A process is begun in a folder; where there is none, it cannot be, as where there is no room for another. */
const beginIn = (cwd: string): void => cluster.setupPrimary({ exec, args: [], execArgv: [], cwd });
const NOWHERE = '/no/such/folder';
const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

let log: string;
beforeEach(() => void (log = ''));

async function keepOne(): Promise<KeptProcesses> {
  const kept = await keepProcesses({
    count: 1,
    environmentOf: () => ({}),
    log: pino({}, { write: (line) => void (log += line) }),
  });
  onTestFinished(() => kept.stop());
  return kept;
}

test('what keeps the first process from beginning is told to whoever starts the service', async () => {
  beginIn(NOWHERE);
  await expect(keepOne()).rejects.toThrow(/^A process of the service cannot be started: spawn .* ENOENT$/);
});

test('a process that cannot be replaced is told, and replaced once it can be', async () => {
  beginIn(process.cwd());
  await keepOne();
  beginIn(NOWHERE);
  for (const worker of running()) worker.process.kill('SIGKILL');
  await waitFor('the failure in the log', () => log.includes('cannot be started; trying again'));
  beginIn(process.cwd());
  await expect.poll(() => running().map((worker) => worker.process.pid !== undefined)).toEqual([true]);
});

test('a process that cannot be reached is waited for all the same when it is asked to stop', async () => {
  beginIn(process.cwd());
  const kept = await keepOne();
  const [worker] = running();
  const stopping = kept.stop();
  worker?.emit('error', new Error('write EPIPE'));
  await stopping;
  expect(worker?.isDead()).toBe(true);
});
