import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../config.ts';
import type { Service, ServiceOptions } from '../main.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import type { PrintOptions } from './print-result.ts';
import { reportFailure } from './report-failure.ts';
import { describeKnownSandbox, describeNewSandbox } from './sandbox-welcome.ts';
import { awaitStopRequest, limitStopping } from './stop-request.ts';

interface ServeOptions extends PrintOptions {
  readonly only?: NonNullable<ServiceOptions['only']>;
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
    .action(async (options: ServeOptions) => {
      // Explicit, because a start that failed may have left timers behind that would keep the process alive.
      process.exit(await serveUntilStopped(options).catch(reportFailure));
    });
  addJsonOption(serve, '{url}, once it serves; the log then goes to standard error');
  addExamples(serve, 'serve', 'serve --only worker');
}

async function serveUntilStopped(options: ServeOptions): Promise<number> {
  const config = readConfig(process.env);
  const { createServiceLog } = await import('./create-log.ts');
  const log = createServiceLog(config, options);
  const stopRequest = awaitStopRequest(log);
  try {
    const { startService } = await import('../main.ts');
    const service = await startService(config, { only: options.only, log });
    announce(service, config, options);
    const failure = await Promise.race([stopRequest, service.failed]);
    return await stopService(service, failure);
  } catch (error) {
    log.debug({ err: error }, 'the service failed');
    throw error;
  }
}

function announce({ url, sandbox }: Service, config: Config, { json = false }: PrintOptions): void {
  const recordFile = join(config.dataDir, 'sandbox.json');
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
