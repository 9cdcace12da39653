import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/config.ts';

const running = new Set<ChildProcess>();

/** For the end of a test file, so that a test that fails leaves no process behind. */
export function killServiceProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.on('exit', killServiceProcesses);

const MAIN = fileURLToPath(new URL('../../bin/chargeback-alerts.js', import.meta.url));

export interface ServiceProcess {
  readonly pid: number;
  /** Where it serves; null for a worker. */
  readonly url: string | null;
  /** Ends it without a warning, as a power cut does. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  readonly isQuiet?: boolean;
  /** Another version than this one. */
  readonly program?: string;
}

/** `serve` as a process of its own on the database of a test service; resolves once it works. */
export async function startServiceProcess(
  config: Config,
  only: 'api' | 'worker',
  environment: Record<string, string> = {},
  { isQuiet = false, program = MAIN }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, 'serve', '--only', only, '--json'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: config.databaseUrl,
      SECRET_KEY: config.secretKey,
      PROVIDER_A_SECRET: config.providerASecret,
      PROVIDER_B_SECRET: config.providerBSecret,
      PROVIDER_A_URL: config.providerAUrl,
      WEBHOOK_ALLOW_PRIVATE: String(config.webhookAllowPrivate),
      RATE_LIMIT_PER_MINUTE: '0',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  const { url } = await readAnnouncement(child);
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    }
    return child.exitCode;
  }
  return {
    pid: child.pid ?? 0,
    url,
    kill: async () => void (await end('SIGKILL')),
    signal: (signal) => void child.kill(signal),
    stop: () => end('SIGTERM'),
  };
}

/** With `--json` the first line on standard output says that it serves. */
async function readAnnouncement(child: ChildProcess): Promise<{ url: string | null }> {
  if (child.stdout === null) throw new Error('the process has no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as { url: string | null };
  }
  throw new Error(`the process ended before it served, with code ${child.exitCode}`);
}
