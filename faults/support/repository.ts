import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Lets a copy of the repository run on what is installed and built here. */
export async function linkInstalled(folder: string): Promise<void> {
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'dashboard'), { recursive: true });
  await symlink(join(REPOSITORY, 'dashboard/dist'), join(folder, 'dashboard/dist'));
}
