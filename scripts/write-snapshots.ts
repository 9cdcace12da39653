// Rewrites schema.sql and openapi.json from the migrations and the routes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '../src/sandbox/postgres/server.ts';
import { connect } from '../src/store/connect.ts';
import { migrate } from '../src/store/migrate.ts';
import { renderSnapshots } from './render-snapshots.ts';

const directory = await mkdtemp(join(tmpdir(), 'chargeback-alerts-snapshots-'));
const server = await startPostgresServer({ directory, settings: { fsync: 'off' } });
const sql = connect(server.url, { applicationName: 'snapshots', connectionsMax: 1 });
try {
  await migrate(sql);
  for (const [name, text] of Object.entries(await renderSnapshots(sql))) {
    await writeFile(new URL(`../${name}`, import.meta.url), text);
    console.log(`wrote ${name}`);
  }
} finally {
  await sql.end();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
