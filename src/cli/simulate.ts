import { type Command, Option } from 'commander';
import { BackofficeError } from '../backoffice/backoffice-error.ts';
import { requireCompany } from '../backoffice/companies/require-company.ts';
import { type Provider, PROVIDERS } from '../rules/provider.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import { countOf } from './count-of.ts';
import { INVOCATION } from './invocation.ts';
import type { CommandResult, PrintOptions } from './print-result.ts';
import { wholeNumberUpTo } from './read-options.ts';
import { type InstallationContext, runOnInstallation } from './run-command.ts';

const COUNT_MAX = 1000;

interface SimulateOptions extends PrintOptions {
  readonly company: string;
  readonly provider?: Provider;
  readonly count: number;
}

export function addSimulateCommand(program: Command): void {
  const simulate = program
    .command('simulate')
    .summary('Sends invented alerts to a company, as its providers would.')
    .description(
      'Sends invented alerts to a company through the real, signed intake, as its providers would. They match the ' +
        "enrollments of the company's merchants.",
    )
    .requiredOption('--company <company-id>', 'who receives them')
    .addOption(
      new Option('--provider <provider>', 'who sends them; otherwise all enrolled, in turn').choices(
        PROVIDERS,
      ),
    )
    .option('--count <number>', `how many, at most ${COUNT_MAX}`, wholeNumberUpTo(COUNT_MAX), 1)
    .action((options: SimulateOptions) =>
      runOnInstallation(options, (context) => sendAlerts(context, options)),
    );
  addJsonOption(simulate, "{alert_ids, ids}, the providers' ids and ours");
  addExamples(
    simulate,
    `simulate --company ${EXAMPLE_ID}`,
    `simulate --company ${EXAMPLE_ID} --provider provider_b_rdr --count 20`,
  );
}

/** The application is built in this process, so that it makes no difference whether a service runs. */
async function sendAlerts(
  { config, installation, log }: InstallationContext,
  { company, provider, count }: SimulateOptions,
): Promise<CommandResult> {
  const companyId = await requireCompany(installation.sql, company);
  const { createServiceApp } = await import('../create-service-app.ts');
  const { NoEnrollmentError, sendSimulatedAlerts } =
    await import('../sandbox/simulator/send-simulated-alerts.ts');
  const app = await createServiceApp(config, installation, log);
  try {
    const { sql, providerSecrets } = installation;
    const { alertIds, ids } = await sendSimulatedAlerts({
      sql,
      companyId,
      provider,
      count,
      providerSecrets,
      post: async (path, headers, body) => {
        const answer = await app.inject({ method: 'POST', url: path, headers, payload: body });
        return { status: answer.statusCode, body: answer.body };
      },
    });
    return {
      json: { alert_ids: alertIds, ids },
      done: `${countOf(ids.length, 'alert')} received. The newest come first in the company's list: ${config.publicUrl}/api/v1/chargeback-alert/alerts`,
    };
  } catch (error) {
    if (error instanceof NoEnrollmentError) throw withCommandToEnroll(error, provider);
    throw error;
  } finally {
    await app.close();
  }
}

const ROUTE_OPTIONS: Readonly<Record<Provider, string>> = {
  provider_a_alerts: '--descriptor "LOJA*EXEMPLO"',
  provider_b_rdr: '--acquirer-bin 412345 --caid 000123456789012',
};

function withCommandToEnroll(error: Error, provider: Provider = 'provider_a_alerts'): BackofficeError {
  return new BackofficeError(
    `${error.message}, so no alert would reach it. Enroll one of its merchants first:\n` +
      `  ${INVOCATION} enrollment create --merchant MERCHANT_ID --provider ${provider} ${ROUTE_OPTIONS[provider]}`,
    { cause: error },
  );
}
