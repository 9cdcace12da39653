import type { Command } from 'commander';
import { type ListedUser, listUsers } from '../../backoffice/team/list-users.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import type { CommandResult, PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';
import { isoTime, renderTable, showTime } from '../show-values.ts';

export function addUserList(user: Command): void {
  const list = user
    .command('list')
    .description(
      "Lists a company's users, or the operators when no company is named: role, two-factor sign-in, and when each " +
        'was last seen.',
    )
    .option('--company <company-id>', 'whose users; the operators if left out')
    .action((options: PrintOptions & { company?: string }) =>
      runOnInstallation(options, async ({ installation }) =>
        describe(await listUsers(installation.sql, { companyId: options.company })),
      ),
    );
  addJsonOption(list, '{users: [{user_id, email, role, has_totp, created_at, last_seen_at}]}');
  addExamples(list, 'user list', `user list --company ${EXAMPLE_ID}`);
}

function describe(users: readonly ListedUser[]): CommandResult {
  return {
    json: {
      users: users.map(({ id, email, role, hasTotp, createdAt, lastSeenAt }) => ({
        user_id: id,
        email,
        role,
        has_totp: hasTotp,
        created_at: isoTime(createdAt),
        last_seen_at: isoTime(lastSeenAt),
      })),
    },
    done: users.length === 0 ? 'There are no users yet.' : `${countOf(users.length, 'user')}.`,
    details: renderTable(
      ['USER', 'EMAIL', 'ROLE', 'TWO-FACTOR', 'CREATED', 'LAST SEEN'],
      users.map(({ id, email, role, hasTotp, createdAt, lastSeenAt }) => [
        id,
        email,
        role,
        hasTotp ? 'yes' : 'no',
        showTime(createdAt),
        showTime(lastSeenAt),
      ]),
    ),
  };
}
