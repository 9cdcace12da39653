import type { Command } from 'commander';
import { addExamples, addJsonOption } from './command-help.ts';
import type { CommandResult, PrintOptions } from './print-result.ts';
import { type CommandContext, runCommand } from './run-command.ts';

export function addMigrateCommand(program: Command): void {
  const migrate = program
    .command('migrate')
    .summary('Brings the database to the schema of this version.')
    .description(
      'Brings the database to the schema of this version. The service and every other command do so too when they ' +
        'start; this does it beforehand.',
    )
    .action((options: PrintOptions) => runCommand(options, migrateDatabase));
  addJsonOption(migrate, '{applied}, the names of the migrations applied now');
  addExamples(migrate, 'migrate');
}

/** Not through an installation, which would have migrated already and set up the sandbox's company too. */
async function migrateDatabase({ config, log }: CommandContext): Promise<CommandResult> {
  const database = await openDatabase(config);
  try {
    const applied = await applyMigrations(database.url, log);
    return {
      json: { applied },
      done: applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`,
    };
  } finally {
    await database.close();
  }
}

async function openDatabase(
  config: CommandContext['config'],
): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  const { openSandboxDatabase } = await import('../sandbox/postgres/open-sandbox-database.ts');
  return openSandboxDatabase({ dataDir: config.dataDir, holder: 'command' });
}

async function applyMigrations(databaseUrl: string, log: CommandContext['log']): Promise<readonly string[]> {
  const { connectPatiently } = await import('../store/connect.ts');
  const { migrate } = await import('../store/migrate.ts');
  const sql = connectPatiently(databaseUrl, {
    applicationName: 'chargeback-alerts migrate',
    connectionsMax: 1,
  });
  try {
    return await migrate(sql, { log });
  } finally {
    await sql.end();
  }
}
