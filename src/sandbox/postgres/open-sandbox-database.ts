import { type FolderFiles, openFolder } from './folder-files.ts';
import type { FolderLock } from './folder-lock.ts';
import { keepServerRunning, type KeptServer } from './keep-server-running.ts';
import { type Holder, removeRunningFile, writeRunningFile } from './running-file.ts';
import { startRecoveredServer } from './start-recovered-server.ts';
import { takeFolder } from './take-folder.ts';

export interface SandboxDatabase {
  readonly url: string;
  close(): Promise<void>;
}

export interface SandboxDatabaseOptions {
  readonly dataDir: string;
  /** A service takes the folder for itself; a command works beside a running service or alone. */
  readonly holder: Holder;
  readonly log?: (message: string) => void;
  /** Called when the database ended and could not be started again. */
  readonly onLost?: (reason: string) => void;
}

export async function openSandboxDatabase(options: SandboxDatabaseOptions): Promise<SandboxDatabase> {
  const files = await openFolder(options.dataDir);
  const turn = await takeFolder(files, options.holder, options.log ?? ignore);
  if (turn.kind === 'beside') return { url: turn.databaseUrl, close: () => Promise.resolve() };
  try {
    const server = await serveFolder(files, options);
    return { url: server.url, close: closeOnce(() => closeFolder(files, server, turn.lock)) };
  } catch (error) {
    await removeRunningFile(files.runningFile).finally(() => turn.lock.release());
    throw error;
  }
}

async function serveFolder(files: FolderFiles, options: SandboxDatabaseOptions): Promise<KeptServer> {
  const { holder, log = ignore, onLost = ignore } = options;
  await writeRunningFile(files.runningFile, { holder, pid: process.pid });
  const server = await keepServerRunning({
    start: () => startRecoveredServer({ directory: files.serverDirectory, log }),
    startAgain: (port) => startRecoveredServer({ directory: files.serverDirectory, log, again: { port } }),
    log,
    onLost,
  });
  try {
    await writeRunningFile(files.runningFile, { holder, pid: process.pid, databaseUrl: server.url });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** The file goes first, so that a command that comes now waits for the lock instead of using a database that ends. */
async function closeFolder(files: FolderFiles, server: KeptServer, lock: FolderLock): Promise<void> {
  try {
    await removeRunningFile(files.runningFile);
    await server.stop();
  } finally {
    lock.release();
  }
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}

function ignore(): void {}
