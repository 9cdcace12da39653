import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { startCli } from './run-cli.ts';

interface ServeProcess {
  readonly stdout: () => string;
  readonly stderr: () => string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

/** `serve` as a process that ends with the test. */
export function startServe(args: readonly string[], environment: Record<string, string>): ServeProcess {
  const child = startCli(['serve', ...args], { HOST: '127.0.0.1', PORT: '0', ...environment });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk));
  const ended = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    signal: (name) => void child.kill(name),
    ended,
  };
}

/** Waits until the service has printed it; one that ended will not. */
export async function waitForText(serve: ServeProcess, pattern: RegExp): Promise<string> {
  const endedEarly = serve.ended.then((code) => {
    throw new Error(`serve ended with ${code}: ${serve.stderr()}`);
  });
  const printed = waitFor(String(pattern), () => pattern.exec(serve.stdout())?.[0]);
  return Promise.race([printed, endedEarly]);
}

export async function readUrl(serve: ServeProcess): Promise<string> {
  return JSON.parse(await waitForText(serve, /^\{.*\}$/m)).url;
}
