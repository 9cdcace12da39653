import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { connect } from '../../src/store/connect.ts';
import { PROVIDER_SECRETS } from '../../test/support/service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import type { AttackedService } from './target.ts';

const READY_WITHIN_MS = 60_000;

/** The service in a process of its own, as in production, on a PostgreSQL that is thrown away afterwards. */
export async function openService(): Promise<AttackedService & { close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'chargeback-alerts-attacks-'));
  const server = await startPostgresServer({ directory, settings: { fsync: 'off' } });
  const service = await startService(server.url);
  const sql = connect(server.url, { applicationName: 'attacks', connectionsMax: 4 });
  const { url, logLines } = service;
  return {
    url,
    sql,
    logLines,
    close: async () => {
      await service.stop();
      await sql.end();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startService(databaseUrl: string) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = fork(new URL('../../bin/chargeback-alerts.js', import.meta.url), ['serve'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environmentOf(databaseUrl), PORT: String(port), PUBLIC_URL: url },
  });
  const logLines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => void logLines.push(line));
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor('the service to be ready', isReady, READY_WITHIN_MS);
  return {
    url,
    logLines,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function environmentOf(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for attacks only and nothing else',
    PROVIDER_A_SECRET: PROVIDER_SECRETS.provider_a_alerts,
    PROVIDER_B_SECRET: PROVIDER_SECRETS.provider_b_rdr,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    HOST: '127.0.0.1',
  };
}
