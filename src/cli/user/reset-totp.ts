import type { Command } from 'commander';
import { resetAnyTotp } from '../../backoffice/team/reset-any-totp.ts';
import { addExamples, addJsonOption } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addUserResetTotp(user: Command): void {
  const reset = user
    .command('reset-totp')
    .description(
      'Removes two-factor sign-in from a user who lost their phone. The user is signed out everywhere and signs in with ' +
        'the password alone until it is set up again.',
    )
    .argument('<email>', 'what the person signs in with')
    .action((email: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { userId } = await resetAnyTotp(installation.sql, COMMAND_LINE, { email });
        return { json: { user_id: userId }, done: 'The user now signs in with the password alone.' };
      }),
    );
  addJsonOption(reset, '{user_id}');
  addExamples(reset, 'user reset-totp ana@company.example');
}
