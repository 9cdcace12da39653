import { accessSync, constants } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock on a file that ends with the process that holds it, however that process ends. */
export interface FolderLock {
  release(): void;
}

// Without this a lock whose holder is no longer referenced would be garbage-collected and so released.
const heldDatabases = new Set<DatabaseSync>();

/**
 * The operating system's lock under an exclusive SQLite transaction works alike on every platform, which Node's own
 * file functions do not offer. Nothing is ever written to the file.
 */
export function tryLockFile(file: string): FolderLock | undefined {
  try {
    const database = openExclusively(file);
    heldDatabases.add(database);
    return { release: () => release(database) };
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw new Error(`The file ${file} cannot be locked; does it belong to another user?`, { cause: error });
  }
}

function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // SQLite is content with a file that it can only read, and then excludes nobody.
    accessSync(file, constants.W_OK);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function release(database: DatabaseSync): void {
  if (heldDatabases.delete(database)) database.close();
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
