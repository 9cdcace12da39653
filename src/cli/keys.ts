import type { Command } from 'commander';
import { rotateKeys } from '../backoffice/rotate-keys.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import { COMMAND_LINE } from './doer.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('The key of the installation, SECRET_KEY, under which secrets are stored.');
  const rotate = keys
    .command('rotate')
    .description(
      'Stores every secret anew under the key in force. Give SECRET_KEY as the new key, a comma, and the old one; ' +
        'afterwards the old one is needed no more.',
    )
    .action((options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { seen, resealed } = await rotateKeys(installation, COMMAND_LINE);
        return {
          json: { secrets: seen, resealed },
          done: 'Every stored secret is under the key in force. No other key is needed.',
        };
      }),
    );
  addJsonOption(rotate, '{secrets, resealed}');
  addExamples(rotate, 'keys rotate');
  addExamples(keys, 'keys rotate');
}
