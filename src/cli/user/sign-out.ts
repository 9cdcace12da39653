import type { Command } from 'commander';
import { signOutUser } from '../../backoffice/team/sign-out-user.ts';
import { addExamples, addJsonOption } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addUserSignOut(user: Command): void {
  const signOut = user
    .command('sign-out')
    .description(
      'Ends every session of a user, at once and everywhere. The user can sign in again with the password.',
    )
    .argument('<email>', 'what the person signs in with')
    .action((email: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { userId } = await signOutUser(installation.sql, COMMAND_LINE, { email });
        return { json: { user_id: userId }, done: 'The user is signed out everywhere.' };
      }),
    );
  addJsonOption(signOut, '{user_id}');
  addExamples(signOut, 'user sign-out ana@company.example');
}
