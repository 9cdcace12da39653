import { readFile, stat } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

const lookUpWaitMs = 10_000;

/**
 * Process numbers are used again, so that a number in a file proves nothing: the process must be a PostgreSQL
 * that was started on this cluster. A process that ended but was not yet collected by its parent does not count.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const started = /postgres(?:\.exe)? -D (?<cluster>.+?) -c /u.exec(await readCommandLine(pid));
  if (started === null) {
    return false;
  }
  return started.groups?.['cluster'] === cluster || (await worksInDirectory(pid, cluster));
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The program and its arguments with single spaces and without quotation marks; empty when there is no such process. */
export async function readCommandLine(pid: number): Promise<string> {
  if (!exists(pid)) {
    return '';
  }
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ');
  }
  const launch = process.platform === 'win32' ? windowsQuery(pid) : unixQuery(pid);
  const result = await runProgram(launch, { waitMs: lookUpWaitMs });
  return result.succeeded ? result.output.replaceAll('"', '') : '';
}

function unixQuery(pid: number) {
  return { file: 'ps', args: ['-ww', '-o', 'command=', '-p', String(pid)] };
}

function windowsQuery(pid: number) {
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  return { file: 'powershell', args: ['-NoProfile', '-Command', query] };
}

/** Linux only: true when the process's working folder is this one, whatever path leads there. */
export async function worksInDirectory(pid: number, directory: string): Promise<boolean> {
  try {
    const [working, wanted] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(directory)]);
    return working.dev === wanted.dev && working.ino === wanted.ino;
  } catch {
    return false;
  }
}
