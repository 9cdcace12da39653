import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../../src/store/connect.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

export interface TestDatabase {
  readonly sql: Sql;
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for the calling test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = connect(serverUrl, { applicationName: 'test admin', connectionsMax: 1 });
  await admin.unsafe(`create database ${name} template ${TEMPLATE_DATABASE}`);
  const url = new URL(`/${name}`, serverUrl).href;
  const sql = connect(url, { applicationName: 'test', connectionsMax: 10 });
  return {
    sql,
    url,
    drop: async () => {
      await sql.end({ timeout: 5 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
