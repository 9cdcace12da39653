import { readFile } from 'node:fs/promises';
import { loopbackAddress } from './free-port.ts';
import type { ServerPaths } from './server-paths.ts';
import { databaseName, superuserName } from './server-paths.ts';

/** Reads the password before the server runs, so that nothing can fail after its start. */
export async function readDatabaseUrl(paths: ServerPaths): Promise<(port: number) => string> {
  const password = (await readFile(paths.passwordFile, 'utf8')).trim();
  return (port) => `postgres://${superuserName}:${password}@${loopbackAddress}:${port}/${databaseName}`;
}
