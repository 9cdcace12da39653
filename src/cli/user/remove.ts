import type { Command } from 'commander';
import { removeAnyUser } from '../../backoffice/team/remove-any-user.ts';
import { addExamples, addJsonOption } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addUserRemove(user: Command): void {
  const remove = user
    .command('remove')
    .description(
      'Removes a user, who is signed out everywhere at once. Histories keep the name; the last owner of a company ' +
        'stays.',
    )
    .argument('<email>', 'what the person signs in with')
    .action((email: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { userId } = await removeAnyUser(installation.sql, COMMAND_LINE, { email });
        return { json: { user_id: userId }, done: 'The user is removed and signed out.' };
      }),
    );
  addJsonOption(remove, '{user_id}');
  addExamples(remove, 'user remove ana@company.example');
}
