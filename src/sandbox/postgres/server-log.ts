import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const LOG_BYTES_MAX = 10_000_000;
const BOUND_EVERY_MS = 60_000;
const TAIL_BYTES_MAX = 4_000;
const TAIL_LINES_MAX = 15;

/** The file that PostgreSQL writes its messages to, seen from one start of the server. */
export interface ServerLog {
  readonly descriptor: number;
  linesSinceStart(): string;
  close(): void;
}

export function openServerLog(file: string): ServerLog {
  const descriptor = openSync(file, 'a+', 0o600);
  bound(descriptor);
  const startBytes = fstatSync(descriptor).size;
  // PostgreSQL appends, so that emptying the file under it is safe.
  const timer = setInterval(() => bound(descriptor), BOUND_EVERY_MS).unref();
  return {
    descriptor,
    linesSinceStart: () => readLines(descriptor, startBytes),
    close: () => {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

function bound(descriptor: number): void {
  if (fstatSync(descriptor).size > LOG_BYTES_MAX) ftruncateSync(descriptor);
}

function readLines(descriptor: number, startBytes: number): string {
  const endBytes = fstatSync(descriptor).size;
  const fromBytes = Math.max(Math.min(startBytes, endBytes), endBytes - TAIL_BYTES_MAX);
  const buffer = Buffer.alloc(endBytes - fromBytes);
  const readBytes = readSync(descriptor, buffer, 0, buffer.length, fromBytes);
  return lastLines(buffer.toString('utf8', 0, readBytes));
}

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-TAIL_LINES_MAX).join('\n');
}
