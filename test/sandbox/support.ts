import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  openSandboxDatabase,
  type SandboxDatabase,
  type SandboxDatabaseOptions,
} from '../../src/sandbox/postgres/open-sandbox-database.ts';
import { waitUntil } from '../../src/sandbox/postgres/wait-until.ts';
import { driver } from '../../src/store/connection/driver.ts';
import { clusterOf } from './data-folders.ts';

export const isRoot = process.getuid?.() === 0;
const conditionWaitMs = 15_000;
const conditionPollMs = 5;

/** Closed by the test itself or, when it fails before, after it. */
export async function open(options: SandboxDatabaseOptions): Promise<SandboxDatabase> {
  const database = await openSandboxDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { waitMs: conditionWaitMs, pollMs: conditionPollMs }))) {
    throw new Error(`Not true within ${conditionWaitMs} ms: ${condition.toString()}`);
  }
}

export interface HolderProcess {
  readonly pid: number;
  /** Resolves when the process has opened the database. */
  readonly url: Promise<string>;
  /** Kills the holder and what it runs directly, such as initdb; a running server is not in its process group. */
  kill(): Promise<void>;
  close(): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

const ourHolderProcess = fileURLToPath(new URL('holder-process.ts', import.meta.url));

export function startHolder(
  dataDir: string,
  holder: 'service' | 'command',
  script = ourHolderProcess,
): HolderProcess {
  const child = spawn(process.execPath, [script, dataDir, holder], { detached: true });
  const exited = once(child, 'exit');
  const output = { stdout: collect(child, 'stdout'), stderr: collect(child, 'stderr') };
  const pid = child.pid ?? Number.NaN;
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-pid, 'SIGKILL');
      await exited;
    }
  };
  onTestFinished(kill);
  return {
    pid,
    url: firstLine(child, output),
    kill,
    close: async () => {
      child.stdin.end();
      await exited;
      return { code: child.exitCode, stdout: output.stdout(), stderr: output.stderr() };
    },
  };
}

function collect(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function firstLine(
  child: ChildProcess,
  output: { stdout: () => string; stderr: () => string },
): Promise<string> {
  await eventually(
    () => output.stdout().includes('\n') || child.exitCode !== null || child.signalCode !== null,
  );
  const [line = '', rest] = output.stdout().split('\n');
  if (rest === undefined) {
    throw new Error(`The holder ended without a database: ${output.stderr()}`);
  }
  return line;
}

export async function readPostmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** Kills as a failing machine would, and returns only when the process is gone. */
export async function killProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isRunning(pid));
}

/** A process that ended but was not yet collected by its parent is no longer running. */
export function isRunning(pid: number): boolean {
  const found = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return found.stdout.trim() !== '' && !found.stdout.trim().startsWith('Z');
}

export async function runSql<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const sql = driver(url, { max: 1, onnotice: () => undefined, connect_timeout: 5 });
  try {
    return [...(await sql.unsafe<Row[]>(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Commits one row that a later start must still find. */
export async function commitNote(url: string, note: string): Promise<void> {
  await runSql(url, `CREATE TABLE IF NOT EXISTS notes (note text); INSERT INTO notes VALUES ('${note}')`);
}

export async function readNotes(url: string): Promise<string[]> {
  const rows = await runSql<{ note: string }>(url, 'SELECT note FROM notes ORDER BY note');
  return rows.map((row) => row.note);
}
