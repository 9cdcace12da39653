import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the sandbox's database and the record of its holder lie in a data folder. */
export interface FolderFiles {
  readonly dataDir: string;
  readonly lockFile: string;
  readonly runningFile: string;
  readonly serverDirectory: string;
}

export async function openFolder(path: string): Promise<FolderFiles> {
  await mkdir(path, { recursive: true });
  const dataDir = await realpath(path);
  return {
    dataDir,
    lockFile: join(dataDir, 'postgres.lock'),
    runningFile: join(dataDir, 'running.json'),
    serverDirectory: join(dataDir, 'postgres'),
  };
}
