import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PROVIDER_SECRETS, type TestService } from '../support/service.ts';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAIN = fileURLToPath(new URL('../../bin/chargeback-alerts.js', import.meta.url));
const COMMAND_HOST = fileURLToPath(new URL('command-host.ts', import.meta.url));

export function startCli(args: readonly string[], environment: Record<string, string>, entry = MAIN) {
  return spawn(process.execPath, [entry, ...args], {
    // Nothing of the developer's own environment may decide what a test sees.
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs one command as a process of its own, to its end. */
export async function runCliProcess(
  args: readonly string[],
  environment: Record<string, string>,
  entry = MAIN,
): Promise<CliResult> {
  const child = startCli(args, environment, entry);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

let commandHost: ChildProcess | undefined;
let lastCommand: Promise<unknown> = Promise.resolve();

/** Runs one command in a process that has loaded the program already and takes one after the other. */
export function runCli(args: readonly string[], environment: Record<string, string>): Promise<CliResult> {
  commandHost ??= fork(COMMAND_HOST);
  const host = commandHost;
  const run = lastCommand.then(async () => {
    host.send({ args, environment: { PATH: process.env['PATH'] ?? '', ...environment } });
    const [result] = (await once(host, 'message')) as [CliResult];
    return result;
  });
  lastCommand = run;
  return run;
}

/** Runs a command that must succeed and returns the one JSON object it prints. */
// oxlint-disable-next-line typescript/no-explicit-any -- what comes back is asserted, not trusted
export async function runJson(args: readonly string[], environment: Record<string, string>): Promise<any> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], environment);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

export interface Cli {
  readonly database: TestDatabase;
  readonly environment: Record<string, string>;
  run(...args: string[]): Promise<CliResult>;
  /** Runs a command that must succeed and returns the one JSON object it prints. */
  json(...args: string[]): Promise<Record<string, string>>;
}

/** A database for the tests of the calling file, and the command line on it. */
export function useCli(): Cli {
  let database: TestDatabase | undefined;
  const cli: Cli = {
    get database() {
      if (database === undefined) throw new Error('The database is there once tests run');
      return database;
    },
    get environment() {
      return productionEnvironment(cli.database.url);
    },
    run: (...args) => runCli(args, cli.environment),
    json: (...args) => runJson(args, cli.environment),
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  return cli;
}

/** For commands beside a test service, which may send to loopback. */
export function besideService({ config }: TestService): Record<string, string> {
  return { ...productionEnvironment(config.databaseUrl ?? ''), WEBHOOK_ALLOW_PRIVATE: 'true' };
}

export function productionEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a test key of some length',
    PROVIDER_A_SECRET: PROVIDER_SECRETS.provider_a_alerts,
    PROVIDER_B_SECRET: PROVIDER_SECRETS.provider_b_rdr,
  };
}
