import { CommanderError } from 'commander';
import { explainError } from './explain-error.ts';

/** Says on standard error what went wrong and returns the exit code. */
export function reportFailure(error: unknown): number {
  // Commander has said it already, and asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode;
  process.stderr.write(`error: ${explainError(error)}\n`);
  return 1;
}
