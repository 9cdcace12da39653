import type { Command } from 'commander';
import { rotateKeys } from '../backoffice/rotate-keys.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import { COMMAND_LINE } from './doer.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('SECRET_KEY, the key of the installation, which encrypts stored secrets.');
  const rotate = keys
    .command('rotate')
    .description(
      'Encrypts every stored secret with the current key. Set SECRET_KEY to the new key, a comma and the old key; ' +
        'afterwards the old key is no longer needed.',
    )
    .action((options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { seen, resealed } = await rotateKeys(installation, COMMAND_LINE);
        return {
          json: { secrets: seen, resealed },
          done: 'Every stored secret is encrypted with the current key. The old key is no longer needed.',
        };
      }),
    );
  addJsonOption(rotate, '{secrets, resealed}');
  addExamples(rotate, 'keys rotate');
  addExamples(keys, 'keys rotate');
}
