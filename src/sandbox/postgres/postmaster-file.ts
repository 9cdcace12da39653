import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What PostgreSQL tells about its main process in the file postmaster.pid of its cluster. */
export interface PostmasterFile {
  readonly pid: number;
  readonly ready: boolean;
}

const STATUS_LINE = 7;

export function postmasterFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFilePath(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 ? { pid, ready: lines[STATUS_LINE]?.trim() === 'ready' } : undefined;
}
