import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time that a process has used so far, from its own account (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same in nanoseconds and not in ticks of 10 ms, for a process of one thread that is measured in short stretches. */
export function finelyCountedCpuSeconds(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

/** CPU time of a server process and all its children, those that have ended included. */
export function cpuSecondsOfTree(rootPid: number): number {
  for (;;) {
    const own = cpuSeconds(rootPid) + cpuSecondsOfEndedChildren(rootPid);
    try {
      return childrenOf(rootPid).reduce((sum, pid) => sum + cpuSeconds(pid), own);
    } catch (error) {
      // A child ended between two looks, and its time is in neither: look again.
      if (!isGone(error)) throw error;
    }
  }
}

function cpuSecondsOfEndedChildren(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function childrenOf(parentPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parentPid;
      } catch {
        return false;
      }
    })
    .map(Number);
}
