import { type Command, Option } from 'commander';
import type { Resent } from '../../backoffice/deliveries/put-back.ts';
import { resendAlert } from '../../backoffice/deliveries/resend-alert.ts';
import { resendFailed } from '../../backoffice/deliveries/resend-failed.ts';
import type { Moment } from '../../backoffice/moment.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import { COMMAND_LINE } from '../doer.ts';
import { INVOCATION } from '../invocation.ts';
import type { CommandResult, PrintOptions } from '../print-result.ts';
import { readMoment } from '../read-options.ts';
import { type InstallationContext, runOnInstallation } from '../run-command.ts';

interface ResendOptions extends PrintOptions {
  readonly company: string;
  readonly alert?: string;
  readonly failedSince?: Moment;
  readonly endpoint?: string;
}

export function addDeliveryResend(delivery: Command): void {
  const resend = delivery
    .command('resend')
    .description(
      'Sends webhooks once more: those of one alert, delivered or not, or all that failed since a moment. The webhook-id ' +
        'and the body stay the same, so that a receiver recognises a repeat. Attempts start over now and go on for at ' +
        'least an hour. What is already queued is sent now, once.',
    )
    .requiredOption('--company <company-id>', 'whose deliveries')
    .option('--alert <alert-id>', "one alert, by our id or its provider's")
    .addOption(
      new Option('--failed-since <moment>', 'all that failed since: 30m, 2h, 3d, a day or a time')
        .argParser(readMoment)
        .conflicts('alert'),
    )
    .option('--endpoint <endpoint-id>', 'only to this endpoint')
    .action((options: ResendOptions, command: Command) => {
      const resendMeant = chooseResend(options, command);
      return runOnInstallation(options, async (context) => describe(await resendMeant(context), options));
    });
  addJsonOption(
    resend,
    '{resent, held}, how many, and how many of them wait for a paused endpoint or a block',
  );
  addExamples(
    resend,
    `delivery resend --company ${EXAMPLE_ID} --alert ${EXAMPLE_ID}`,
    `delivery resend --company ${EXAMPLE_ID} --failed-since 2026-11-02T12:00:00Z`,
  );
}

function chooseResend(
  { company, alert, failedSince, endpoint }: ResendOptions,
  command: Command,
): (context: InstallationContext) => Promise<Resent> {
  const target = { companyId: company, endpointId: endpoint };
  if (alert !== undefined) {
    return ({ installation, config }) =>
      resendAlert(installation.sql, COMMAND_LINE, { ...target, alertId: alert }, config.responseWindowMs);
  }
  if (failedSince !== undefined) {
    return ({ installation, config }) =>
      resendFailed(
        installation.sql,
        COMMAND_LINE,
        { ...target, since: failedSince },
        config.responseWindowMs,
      );
  }
  return command.error('error: say what to resend, with --alert or with --failed-since');
}

function describe({ resent, held }: Resent, { company }: ResendOptions): CommandResult {
  const waiting =
    held === 0 ? '' : ` ${held} of them must wait: their endpoint is paused or the company is blocked.`;
  return {
    json: { resent, held },
    done:
      resent === 0
        ? 'Nothing failed since then.'
        : `${countOf(resent, 'webhook')} queued; a running worker sends them now.${waiting}`,
    next:
      resent === 0
        ? []
        : [
            {
              why: 'To see what becomes of them:',
              command: `${INVOCATION} delivery list --company ${company}`,
            },
          ],
  };
}
