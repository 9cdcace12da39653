import { type Command, Option } from 'commander';
import { createEnrollment } from '../backoffice/create-enrollment.ts';
import { type Provider, PROVIDERS } from '../rules/provider.ts';
import type { Route } from '../rules/route-key.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { countOf } from './count-of.ts';
import type { PrintOptions } from './print-result.ts';
import { runOnInstallation } from './run-command.ts';

const EXAMPLES = [
  `enrollment create --merchant ${EXAMPLE_ID} --provider provider_a_alerts --descriptor "LOJA*EXEMPLO"`,
  `enrollment create --merchant ${EXAMPLE_ID} --provider provider_b_rdr --acquirer-bin 412345 --caid 000123456789012`,
];

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
      const route = readRoute(options, command);
      return runOnInstallation(options, async ({ installation, config }) => {
        const { merchantEnrollmentId, adoptedAlerts } = await createEnrollment(
          installation.sql,
          { merchantId: options.merchant, route },
          config.responseWindowMs,
        );
        return {
          json: { merchant_enrollment_id: merchantEnrollmentId },
          done: describeEnrollment(options.provider, adoptedAlerts),
        };
      });
    });
  addJsonOption(create, '{merchant_enrollment_id}');
  addExamples(create, ...EXAMPLES);
  addExamples(enrollment, ...EXAMPLES);
}

/** Each provider has its own way to tell merchants apart, and an option of the other one is a misunderstanding. */
function readRoute({ provider, descriptor, acquirerBin, caid }: EnrollmentOptions, command: Command): Route {
  switch (provider) {
    case 'provider_a_alerts':
      if (descriptor === undefined || acquirerBin !== undefined || caid !== undefined) {
        command.error(`error: ${provider} is matched by --descriptor alone`);
      }
      return { provider, descriptor };
    case 'provider_b_rdr':
      if (acquirerBin === undefined || caid === undefined || descriptor !== undefined) {
        command.error(
          `error: ${provider} is matched by --acquirer-bin and --caid together, and by nothing else`,
        );
      }
      return { provider, acquirerBin, caid };
  }
}

function describeEnrollment(provider: Provider, adoptedAlerts: number): string {
  const waiting =
    adoptedAlerts === 0 ? '' : ` ${countOf(adoptedAlerts, 'waiting alert')} went to the merchant.`;
  return `The merchant is enrolled: from now on matching alerts of ${provider} are its own.${waiting}`;
}
