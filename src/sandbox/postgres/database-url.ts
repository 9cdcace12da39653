import { readFile } from 'node:fs/promises';
import { LOOPBACK_ADDRESS } from './free-port.ts';
import { DATABASE_NAME, type ServerPaths, SUPERUSER_NAME } from './server-paths.ts';

/** Reads the password before the server runs, so that nothing can fail after its start. */
export async function readDatabaseUrl(paths: ServerPaths): Promise<(port: number) => string> {
  const password = (await readFile(paths.passwordFile, 'utf8')).trim();
  return (port) => `postgres://${SUPERUSER_NAME}:${password}@${LOOPBACK_ADDRESS}:${port}/${DATABASE_NAME}`;
}
