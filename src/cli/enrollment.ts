import { type Command, Option } from 'commander';
import { createEnrollment } from '../backoffice/enrollments/create-enrollment.ts';
import { type Provider, PROVIDERS } from '../rules/provider.ts';
import { composeRoute } from '../rules/route-key.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { countOf } from './count-of.ts';
import { COMMAND_LINE } from './doer.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

const EXAMPLES = [
  `enrollment create --merchant ${EXAMPLE_ID} --provider provider_a_alerts --descriptor "LOJA*EXEMPLO"`,
  `enrollment create --merchant ${EXAMPLE_ID} --provider provider_b_rdr --acquirer-bin 412345 --caid 000123456789012`,
];

const MATCHED_BY: Readonly<Record<Provider, string>> = {
  provider_a_alerts: '--descriptor alone',
  provider_b_rdr: '--acquirer-bin and --caid together, and by nothing else',
};

interface EnrollmentOptions extends PrintOptions {
  readonly merchant: string;
  readonly provider: Provider;
  readonly descriptor?: string;
  readonly acquirerBin?: string;
  readonly caid?: string;
}

export function addEnrollmentCommands(program: Command): void {
  const enrollment = program
    .command('enrollment')
    .description("Enrollments: what decides which merchant a provider's alert is for.");
  const create = enrollment
    .command('create')
    .description(
      'Enrolls a merchant with a provider. Provider A is matched by descriptor, where case and repeated spaces do ' +
        'not matter; provider B by acquirer BIN and card acceptor id. Alerts that were waiting for this route ' +
        "become the merchant's at once.",
    )
    .requiredOption('--merchant <merchant-id>', 'the merchant whose alerts they are')
    .addOption(
      new Option('--provider <provider>', 'who sends the alerts').choices(PROVIDERS).makeOptionMandatory(),
    )
    .option('--descriptor <descriptor>', 'provider_a_alerts: the text on the card statement')
    .option('--acquirer-bin <digits>', 'provider_b_rdr: the BIN of the acquirer, 6-11 digits')
    .option('--caid <id>', 'provider_b_rdr: the card acceptor id')
    .action((options: EnrollmentOptions, command: Command) => {
      const { provider } = options;
      const route =
        composeRoute(options) ?? command.error(`error: ${provider} is matched by ${MATCHED_BY[provider]}`);
      return runOnInstallation(options, async ({ installation, config }) => {
        const { merchantEnrollmentId, adoptedAlerts } = await createEnrollment(
          installation.sql,
          COMMAND_LINE,
          { merchantId: options.merchant, route },
          config.responseWindowMs,
        );
        return {
          json: { merchant_enrollment_id: merchantEnrollmentId },
          done: describeEnrollment(provider, adoptedAlerts),
        };
      });
    });
  addJsonOption(create, '{merchant_enrollment_id}');
  addExamples(create, ...EXAMPLES);
  addExamples(enrollment, ...EXAMPLES);
}

function describeEnrollment(provider: Provider, adoptedAlerts: number): string {
  const waiting =
    adoptedAlerts === 0 ? '' : ` ${countOf(adoptedAlerts, 'waiting alert')} went to the merchant.`;
  return `The merchant is enrolled: from now on matching alerts of ${provider} are its own.${waiting}`;
}
