import type { Logger } from 'pino';
import { BackofficeError } from '../backoffice/backoffice-error.ts';
import { type Config, readConfig } from '../config.ts';
import type { Installation } from '../open-installation.ts';
import { type CommandResult, type PrintOptions, printResult } from './print-result.ts';

export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
}

export interface InstallationContext extends CommandContext {
  readonly installation: Installation;
}

/** Reads the configuration, works, prints the result. What goes wrong is left to the caller to report. */
export async function runCommand(
  options: PrintOptions,
  work: (context: CommandContext) => Promise<CommandResult>,
): Promise<void> {
  const config = readConfig(process.env);
  const { createCommandLog } = await import('./create-log.ts');
  const log = createCommandLog(config);
  try {
    const result = await work({ config, log });
    printResult(result, options);
    if (result.failure !== undefined) throw new BackofficeError(result.failure);
  } catch (error) {
    log.debug({ err: error }, 'the command failed');
    throw error;
  }
}

/** The same on a migrated database with its secrets, beside a running service or without one. */
export async function runOnInstallation(
  options: PrintOptions,
  work: (context: InstallationContext) => Promise<CommandResult>,
): Promise<void> {
  await runCommand(options, async ({ config, log }) => {
    const { openInstallation } = await import('../open-installation.ts');
    const installation = await openInstallation(config, { holder: 'command', log });
    try {
      const result = await work({
        config: { ...config, ...installation.settingsInForce },
        log,
        installation,
      });
      if (!options.json) noteNewSandbox(installation, config);
      return result;
    } finally {
      // What was done is done, and a secret that was just made is not lost to a database that closes badly.
      await installation.close().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
    }
  });
}

/** Whoever forgot DATABASE_URL should notice that another database was meant. */
function noteNewSandbox({ sandbox }: Installation, { dataDir }: Config): void {
  if (sandbox?.isNew) {
    process.stderr.write(
      `DATABASE_URL is not set, so a new sandbox was set up in the folder ${dataDir}.\n\n`,
    );
  }
}
