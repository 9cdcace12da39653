import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { isKept, tellServing } from '../processes/serving-notice.ts';
import { sandboxRecordFile } from '../sandbox/sandbox-record.ts';
import type { Service, ServiceOptions } from '../start-service.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import type { PrintOptions } from './print-result.ts';
import { wholeNumberUpTo } from './read-options.ts';
import { reportFailure } from './report-failure.ts';
import { describeKnownSandbox, describeNewSandbox } from './sandbox-welcome.ts';
import { awaitStopRequest, limitStopping } from './stop-request.ts';

/** Each has about a dozen connections to the database. */
const PROCESSES_MAX = 64;
const readCount = wholeNumberUpTo(PROCESSES_MAX);

interface ServeOptions extends PrintOptions {
  readonly only?: NonNullable<ServiceOptions['only']>;
  readonly processes: number;
}

export function addServeCommand(program: Command): void {
  const serve = program
    .command('serve')
    .summary('Runs the service, a sandbox unless DATABASE_URL is set.')
    .description(
      'Runs the service until it is stopped by Ctrl-C or SIGTERM. Without DATABASE_URL it is a sandbox with an ' +
        'embedded PostgreSQL, a first company and simulated providers, all kept in DATA_DIR.',
    )
    .addOption(
      new Option('--only <part>', 'only the HTTP API, or only the work behind it').choices(['api', 'worker']),
    )
    .addOption(
      new Option('--processes <count>', 'how many processes share the port; auto: one for each core')
        .argParser(readProcesses)
        .default(1),
    )
    .action(async (options: ServeOptions) => {
      // Explicit, because a start that failed may have left timers behind that would keep the process alive.
      process.exit(await serveUntilStopped(options).catch(reportFailure));
    });
  addJsonOption(serve, '{url}, once it is ready; the log then goes to standard error');
  addExamples(serve, 'serve', 'serve --only worker', 'serve --processes auto');
}

async function serveUntilStopped(options: ServeOptions): Promise<number> {
  const config = readConfig(process.env);
  const { createServiceLog } = await import('./create-log.ts');
  const log = createServiceLog(config, options);
  const stopRequest = awaitStopRequest(log, config.stopDelayMs);
  try {
    const service = await start(config, options, log);
    if (isKept()) tellServing(service.url);
    else announce(service, config, options);
    // Otherwise it is written when the process ends, too late for those that start meanwhile.
    flushCompileCache();
    const failure = await Promise.race([stopRequest, service.failed]);
    return await stopService(service, failure);
  } catch (error) {
    log.debug({ err: error }, 'the service failed');
    throw error;
  }
}

/** Each side loads only what it needs: a supervisor has no part in serving. */
async function start(config: Config, { only, processes }: ServeOptions, log: Logger): Promise<Service> {
  if (processes > 1 && !isKept()) {
    const { startProcesses } = await import('../start-processes.ts');
    return startProcesses(config, { count: processes, log });
  }
  const { startService } = await import('../start-service.ts');
  return startService(config, { only, log });
}

function readProcesses(text: string): number {
  return text === 'auto' ? Math.min(availableParallelism(), PROCESSES_MAX) : readCount(text);
}

function announce({ url, sandbox }: Service, config: Config, { json = false }: PrintOptions): void {
  const recordFile = sandboxRecordFile(config.dataDir);
  if (json) process.stdout.write(`${JSON.stringify({ url: url ?? null })}\n`);
  else if (sandbox?.isNew) process.stdout.write(describeNewSandbox(sandbox.record, url, recordFile));
  else if (sandbox) process.stdout.write(describeKnownSandbox(url, recordFile));
}

async function stopService(service: Service, failure: string | void): Promise<number> {
  if (typeof failure === 'string') {
    process.stderr.write(`error: ${failure}\n`);
    limitStopping();
  }
  await service.stop();
  return typeof failure === 'string' ? 1 : 0;
}
