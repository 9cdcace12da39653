import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort, LOOPBACK_ADDRESS } from '../../src/sandbox/postgres/free-port.ts';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { makeDataDir, useClusterTemplate } from './data-folders.ts';
import { runSql } from './support.ts';

useClusterTemplate();

test('a port that somebody takes before the server could is replaced by another one', async () => {
  const takenPort = await findFreePort();
  const occupant = createServer().listen(takenPort, LOOPBACK_ADDRESS);
  await once(occupant, 'listening');
  onTestFinished(() => {
    occupant.close();
  });
  const choosePort = vi.fn<typeof findFreePort>(findFreePort).mockResolvedValueOnce(takenPort);

  const directory = join(await makeDataDir(), 'postgres');
  const server = await startPostgresServer({ directory, settings: { fsync: 'off' }, choosePort });
  onTestFinished(() => server.stop());

  expect(server.port).not.toBe(takenPort);
  expect(await runSql(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
