import { readFile, rename, rm, writeFile } from 'node:fs/promises';

export type Holder = 'service' | 'command';

/** What the holder of a data folder tells about itself; without a URL while it starts. */
export interface RunningHolder {
  readonly holder: Holder;
  readonly pid: number;
  readonly databaseUrl?: string;
}

export async function writeRunningFile(file: string, running: RunningHolder): Promise<void> {
  const unfinished = `${file}.unfinished`;
  // A file of an earlier run would keep its own mode.
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${JSON.stringify(running, undefined, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

export async function removeRunningFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Undefined when there is none, or none that can be understood. */
export async function readRunningFile(file: string): Promise<RunningHolder | undefined> {
  try {
    return parseRunning(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

function parseRunning(value: unknown): RunningHolder | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const holder: unknown = Reflect.get(value, 'holder');
  const pid: unknown = Reflect.get(value, 'pid');
  const databaseUrl: unknown = Reflect.get(value, 'databaseUrl');
  if ((holder !== 'service' && holder !== 'command') || typeof pid !== 'number') return undefined;
  return { holder, pid, ...(typeof databaseUrl === 'string' ? { databaseUrl } : {}) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
