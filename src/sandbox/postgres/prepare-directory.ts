import { existsSync } from 'node:fs';
import { lchown, lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { chooseLauncherForRoot, launchAsOurselves, type Launcher } from './launcher.ts';
import type { ServerPaths } from './server-paths.ts';
import { chooseUnprivilegedUser, type SystemUser } from './unprivileged-user.ts';

/** Only the last folder is closed to others; the ones above are not ours alone. Returns its one true path. */
export async function makeDirectory(directory: string): Promise<string> {
  await mkdir(dirname(resolve(directory)), { recursive: true });
  if (!existsSync(directory)) await mkdir(directory, { mode: 0o700 });
  return realpath(directory);
}

/** As root, gives the folder to the user that PostgreSQL will run as. */
export async function chooseLauncher(paths: ServerPaths, binaries: PostgresBinaries): Promise<Launcher> {
  if (process.getuid?.() !== 0) return launchAsOurselves;
  const user = await chooseUnprivilegedUser(paths.cluster);
  if (existsSync(paths.cluster)) await giveTree(paths.cluster, user);
  await giveTree(paths.directory, user);
  return chooseLauncherForRoot(user, binaries, paths.directory);
}

/** A folder comes after what is in it, so that an interrupted walk is seen and done again at the next start. */
async function giveTree(path: string, user: SystemUser): Promise<void> {
  const found = await lstat(path);
  if (found.uid === user.uid) return;
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), user);
  }
  await lchown(path, user.uid, user.gid);
}
