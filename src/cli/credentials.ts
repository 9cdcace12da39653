import type { Command } from 'commander';
import { createCredentials } from '../backoffice/companies/create-credentials.ts';
import { revokeCredentials } from '../backoffice/companies/revoke-credentials.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { COMMAND_LINE } from './doer.ts';
import { INVOCATION } from './invocation.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';
import { tryApiCommand } from './try-api-command.ts';

export function addCredentialsCommands(program: Command): void {
  const credentials = program
    .command('credentials')
    .description("Credentials: what a company's application calls the API with.");
  addCreate(credentials);
  addRevoke(credentials);
  addExamples(credentials, `credentials create --company ${EXAMPLE_ID}`);
}

function addCreate(credentials: Command): void {
  const create = credentials
    .command('create')
    .description(
      'Creates a client id and its secret for HTTP Basic. The secret is shown only this once; a company may have ' +
        'several pairs, so it can replace them without a pause.',
    )
    .requiredOption('--company <company-id>', 'the company that calls with them')
    .action((options: PrintOptions & { company: string }) =>
      runOnInstallation(options, async ({ installation, config }) => {
        const { clientId, clientSecret } = await createCredentials(installation.sql, COMMAND_LINE, {
          companyId: options.company,
        });
        return {
          json: { client_id: clientId, client_secret: clientSecret },
          done: 'The credentials are created. Keep the secret now: it is not stored and cannot be shown again.',
          next: [
            {
              why: "Try them while the service runs; this lists the company's alerts:",
              command: tryApiCommand(config.publicUrl, clientId, clientSecret),
            },
            { why: 'To end them:', command: `${INVOCATION} credentials revoke ${clientId}` },
          ],
        };
      }),
    );
  addJsonOption(create, '{client_id, client_secret}');
  addExamples(create, `credentials create --company ${EXAMPLE_ID}`);
}

function addRevoke(credentials: Command): void {
  const revoke = credentials
    .command('revoke')
    .description('Revokes credentials for good, within a second on every running service.')
    .argument('<client-id>', 'the client_id of the credentials')
    .action((clientId: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const revoked = await revokeCredentials(installation.sql, COMMAND_LINE, { clientId });
        return {
          json: { client_id: revoked.clientId },
          done: 'The credentials are revoked: calls with them are refused.',
        };
      }),
    );
  addJsonOption(revoke, '{client_id}');
  addExamples(revoke, 'credentials revoke cl_4f1c2a9be07d5536a1b8c9d0');
}
