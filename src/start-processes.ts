import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { tellAllMetrics } from './metrics/all-processes.ts';
import { openInstallation } from './open-installation.ts';
import { keepProcesses } from './processes/keep-processes.ts';
import type { Service } from './start-service.ts';

/**
 * The service as several processes on one port. This one opens the installation, so that the database is migrated once
 * and the sandbox's has one owner, and keeps the others running; they serve and work.
 */
export async function startProcesses(
  config: Config,
  { count, log }: { readonly count: number; readonly log: FastifyBaseLogger },
): Promise<Service> {
  const failed = Promise.withResolvers<string>();
  const installation = await openInstallation(config, {
    holder: 'service',
    log,
    onDatabaseLost: failed.resolve,
  });
  try {
    tellAllMetrics();
    const processes = await keepProcesses({ count, log, environmentOf: onlyFirstSimulates });
    return {
      url: processes.url,
      sandbox: installation.sandbox,
      failed: failed.promise,
      stop: async () => {
        await processes.stop();
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

function onlyFirstSimulates(position: number): Record<string, string> {
  return position === 0 ? {} : { SIMULATOR: 'off' };
}
