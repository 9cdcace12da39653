import type { Command } from 'commander';
import { blockCompany } from '../backoffice/companies/block-company.ts';
import { createCompany } from '../backoffice/companies/create-company.ts';
import { unblockCompany } from '../backoffice/companies/unblock-company.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { COMMAND_LINE } from './doer.ts';
import { INVOCATION } from './invocation.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

export function addCompanyCommands(program: Command): void {
  const company = program
    .command('company')
    .description('Companies: whose alerts are received and answered.');
  addCreate(company);
  addBlock(company);
  addUnblock(company);
  addExamples(company, 'company create --name "Loja Exemplo"');
}

function addCreate(company: Command): void {
  const create = company
    .command('create')
    .description(
      'Creates a company. Merchants, credentials, endpoints and users are then added to it by its id.',
    )
    .requiredOption('--name <name>', 'what people call the company')
    .action((options: PrintOptions & { name: string }) =>
      runOnInstallation(options, async ({ installation }) => {
        const { companyId } = await createCompany(installation.sql, COMMAND_LINE, options);
        return {
          json: { company_id: companyId },
          done: 'The company is created.',
          next: [
            {
              why: 'Next, give it a merchant, which its alerts will belong to:',
              command: `${INVOCATION} merchant create --company ${companyId} --name "Loja Exemplo"`,
            },
            {
              why: 'And credentials, with which its application calls the API:',
              command: `${INVOCATION} credentials create --company ${companyId}`,
            },
          ],
        };
      }),
    );
  addJsonOption(create, '{company_id}');
  addExamples(create, 'company create --name "Loja Exemplo"');
}

function addBlock(company: Command): void {
  const block = company
    .command('block')
    .description(
      'Blocks a company. It can still read its alerts, and new ones still arrive, but it cannot answer them, ' +
        'and its webhooks wait until it is unblocked.',
    )
    .argument('<company-id>', 'the company_id of the company')
    .requiredOption('--reason <reason>', 'why, for those who look at it later')
    .action((companyId: string, options: PrintOptions & { reason: string }) =>
      runOnInstallation(options, async ({ installation }) => {
        const { reason } = options;
        const blocked = await blockCompany(installation.sql, COMMAND_LINE, { companyId, reason });
        return {
          json: { company_id: blocked.companyId },
          done: 'The company is blocked: it can read its alerts but not answer them.',
          next: [{ why: 'To unblock it:', command: `${INVOCATION} company unblock ${blocked.companyId}` }],
        };
      }),
    );
  addJsonOption(block, '{company_id}');
  addExamples(block, `company block ${EXAMPLE_ID} --reason "Contract ended"`);
}

function addUnblock(company: Command): void {
  const unblock = company
    .command('unblock')
    .description('Unblocks a company. Its waiting webhooks are sent now.')
    .argument('<company-id>', 'the company_id of the company')
    .action((companyId: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const unblocked = await unblockCompany(installation.sql, COMMAND_LINE, { companyId });
        return { json: { company_id: unblocked.companyId }, done: 'The company is not blocked.' };
      }),
    );
  addJsonOption(unblock, '{company_id}');
  addExamples(unblock, `company unblock ${EXAMPLE_ID}`);
}
