import { type Command, Option } from 'commander';
import { createUser } from '../../backoffice/team/create-user.ts';
import { USER_ROLES, type UserRole } from '../../rules/permissions.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

interface UserOptions extends PrintOptions {
  readonly email: string;
  readonly role: UserRole;
  readonly company?: string;
}

export function addUserCreate(user: Command): void {
  const create = user
    .command('create')
    .description(
      'Creates a user with a generated password that is shown only this once. An operator works for all companies; ' +
        'owner, analyst and viewer belong to one.',
    )
    .requiredOption('--email <address>', 'what the person signs in with')
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(USER_ROLES).makeOptionMandatory(),
    )
    .option('--company <company-id>', 'the company, for every role but operator')
    .action((options: UserOptions) =>
      runOnInstallation(options, async ({ installation, config }) => {
        const { userId, password } = await createUser(installation.sql, COMMAND_LINE, {
          email: options.email,
          role: options.role,
          companyId: options.company,
        });
        return {
          json: { user_id: userId, password },
          done:
            `The user is created. Keep the password now: it cannot be shown again. ` +
            `The dashboard is at ${config.publicUrl}/dashboard.`,
        };
      }),
    );
  addJsonOption(create, '{user_id, password}');
  addExamples(
    create,
    'user create --email operator@service.example --role operator',
    `user create --email ana@company.example --role analyst --company ${EXAMPLE_ID}`,
  );
}
