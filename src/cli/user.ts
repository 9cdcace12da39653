import type { Command } from 'commander';
import { addExamples, EXAMPLE_ID } from './command-help.ts';
import { addUserCreate } from './user/create.ts';
import { addUserList } from './user/list.ts';
import { addUserRemove } from './user/remove.ts';
import { addUserResetTotp } from './user/reset-totp.ts';
import { addUserSignOut } from './user/sign-out.ts';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Users: people who sign in to the dashboard.');
  addUserCreate(user);
  addUserList(user);
  addUserSignOut(user);
  addUserResetTotp(user);
  addUserRemove(user);
  addExamples(
    user,
    'user create --email operator@service.example --role operator',
    `user list --company ${EXAMPLE_ID}`,
  );
}
