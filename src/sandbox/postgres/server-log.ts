import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const sizeMaxBytes = 10_000_000;
const boundEveryMs = 60_000;
const tailMaxBytes = 4_000;
const tailMaxLines = 15;

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
  const timer = setInterval(() => bound(descriptor), boundEveryMs).unref();
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
  if (fstatSync(descriptor).size > sizeMaxBytes) {
    ftruncateSync(descriptor);
  }
}

function readLines(descriptor: number, startBytes: number): string {
  const endBytes = fstatSync(descriptor).size;
  const fromBytes = Math.max(Math.min(startBytes, endBytes), endBytes - tailMaxBytes);
  const buffer = Buffer.alloc(endBytes - fromBytes);
  const readBytes = readSync(descriptor, buffer, 0, buffer.length, fromBytes);
  return lastLines(buffer.toString('utf8', 0, readBytes));
}

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-tailMaxLines).join('\n');
}
