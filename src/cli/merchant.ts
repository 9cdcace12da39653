import type { Command } from 'commander';
import { createMerchant } from '../backoffice/companies/create-merchant.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { COMMAND_LINE } from './doer.ts';
import { INVOCATION } from './invocation.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

const EXAMPLE = `merchant create --company ${EXAMPLE_ID} --name "Loja Exemplo"`;

export function addMerchantCommands(program: Command): void {
  const merchant = program
    .command('merchant')
    .description('Merchants: the shops of a company. Each alert belongs to one.');
  const create = merchant
    .command('create')
    .description(
      "Creates a merchant of a company. An enrollment then decides which alerts are the merchant's.",
    )
    .requiredOption('--company <company-id>', 'the company it belongs to')
    .requiredOption('--name <name>', 'its name, as the legacy webhook format shows it')
    .action((options: PrintOptions & { company: string; name: string }) =>
      runOnInstallation(options, async ({ installation }) => {
        const { merchantId } = await createMerchant(installation.sql, COMMAND_LINE, {
          companyId: options.company,
          name: options.name,
        });
        return {
          json: { merchant_id: merchantId },
          done: 'The merchant is created.',
          next: [
            {
              why: 'Next, enroll it with a provider, so that its alerts find it:',
              command: `${INVOCATION} enrollment create --merchant ${merchantId} --provider provider_a_alerts --descriptor "LOJA*EXEMPLO"`,
            },
          ],
        };
      }),
    );
  addJsonOption(create, '{merchant_id}');
  addExamples(create, EXAMPLE);
  addExamples(merchant, EXAMPLE);
}
