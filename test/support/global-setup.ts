import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { connect } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

export const TEMPLATE_DATABASE = 'migrated_template';

const MEMORY_DISK = '/dev/shm';
/** Several times what all databases of a run and their log take at once. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

/** One PostgreSQL for all test files, with a migrated database that each of them copies. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(await chooseDisk(), 'chargeback-alerts-test-'));
  const server = await startPostgresServer({
    directory,
    // The data lives as long as the run; durability is tested where it matters, on a server of its own.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  await prepareTemplate(server.url);
  project.provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** Where files live in memory, if there is plenty of room: a database of some hundred files is copied for each test file. */
async function chooseDisk(): Promise<string> {
  const memory = await statfs(MEMORY_DISK).catch(() => undefined);
  const bytesFree = memory === undefined ? 0 : memory.bavail * memory.bsize;
  return bytesFree >= MEMORY_BYTES_MIN ? MEMORY_DISK : tmpdir();
}

async function prepareTemplate(serverUrl: string): Promise<void> {
  const options = { applicationName: 'test setup', connectionsMax: 1 };
  const admin = connect(serverUrl, options);
  await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();
  const template = connect(new URL(`/${TEMPLATE_DATABASE}`, serverUrl).href, options);
  await migrate(template);
  await template.end();
}
