import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

const STDOUT = 1;
const STDERR = 2;

/** A command's standard output is its result, so its log goes elsewhere and is quiet unless something is wrong. */
export function createCommandLog({ logLevel }: Config): Logger {
  const level = logLevel === 'debug' || logLevel === 'trace' ? logLevel : 'warn';
  return pino({ level }, pino.destination(STDERR));
}

/** A service's standard output is its log, unless it was asked to print an object there. */
export function createServiceLog(
  { logLevel }: Config,
  { json = false }: { readonly json?: boolean },
): Logger {
  return pino({ level: logLevel }, pino.destination(json ? STDERR : STDOUT));
}
