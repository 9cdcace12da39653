import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkInstalled, REPOSITORY } from '../support/repository.ts';
import type { PlantedBug } from './bugs.ts';

export interface RepositoryCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The repository as it stands, in a folder of its own, on the same installed packages. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'chargeback-alerts-copy-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  const names = new Set(listed.split('\n').filter((name) => name !== ''));
  await cp(REPOSITORY, folder, {
    recursive: true,
    filter: (path) => isKept(path.slice(REPOSITORY.length), names),
  });
  await linkInstalled(folder);
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) };
}

/** What is in version control or could be, and the folders on the way to it. */
function isKept(path: string, names: ReadonlySet<string>): boolean {
  return path === '' || names.has(path) || [...names].some((name) => dirname(name).startsWith(path));
}

/** The file's text with the bug in it; a bug whose place is gone is a mistake of the list. */
export function plant(text: string, { name, file, edits }: PlantedBug): string {
  return edits.reduce((planted, [sound, broken]) => {
    if (planted.split(sound).length !== 2) throw new Error(`"${name}" has no one place in ${file}: ${sound}`);
    return planted.replace(sound, () => broken);
  }, text);
}

/** Plants the bug, lets the work see it, and takes it out again. */
export async function withBug<Result>(
  folder: string,
  bug: PlantedBug,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(folder, bug.file);
  const sound = await readFile(path, 'utf8');
  await writeFile(path, plant(sound, bug));
  try {
    return await work();
  } finally {
    await writeFile(path, sound);
  }
}
