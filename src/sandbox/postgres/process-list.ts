import { readdir, readFile } from 'node:fs/promises';
import { type Launch, runProgram } from './run-program.ts';

const LOOKED_UP_WITHIN_MS = 10_000;

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The program and its arguments; empty when there is no such process, or one that only waits to be collected. */
export async function readCommandLine(pid: number): Promise<string> {
  if (!exists(pid)) return '';
  if (process.platform === 'linux') return readLinuxCommandLine(String(pid));
  const result = await runProgram(process.platform === 'win32' ? askWindows(pid) : askUnix(pid), {
    waitMs: LOOKED_UP_WITHIN_MS,
  });
  return result.succeeded ? result.output : '';
}

/** The numbers of all processes whose command line begins like this. */
export async function findByCommandLine(beginning: string): Promise<number[]> {
  const commandLines = process.platform === 'linux' ? await listLinux() : await listUnix();
  return commandLines.filter(([, commandLine]) => commandLine.startsWith(beginning)).map(([pid]) => pid);
}

type ProcessLine = readonly [pid: number, commandLine: string];

async function listLinux(): Promise<ProcessLine[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  return Promise.all(names.map(async (name) => [Number(name), await readLinuxCommandLine(name)] as const));
}

async function readLinuxCommandLine(pid: string): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.replaceAll('\0', ' ');
}

/** Windows has no ps, and its PostgreSQL no process titles; then the list is empty. */
async function listUnix(): Promise<ProcessLine[]> {
  const result = await runProgram(
    { file: 'ps', args: ['-A', '-ww', '-o', 'pid=,command='] },
    { waitMs: LOOKED_UP_WITHIN_MS },
  );
  return result.output.split('\n').map((line) => {
    const [pid = '', ...words] = line.trim().split(' ');
    return [Number(pid), words.join(' ')] as const;
  });
}

function askUnix(pid: number): Launch {
  return { file: 'ps', args: ['-ww', '-o', 'command=', '-p', String(pid)] };
}

function askWindows(pid: number): Launch {
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  return { file: 'powershell', args: ['-NoProfile', '-Command', query] };
}
