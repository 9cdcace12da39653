import { type Command, Option } from 'commander';
import { listDeliveries } from '../../backoffice/deliveries/list-deliveries.ts';
import type { Moment } from '../../backoffice/moment.ts';
import { DELIVERY_STATES, type DeliveryState } from '../../rules/outcomes.ts';
import type { DeliveryRow } from '../../store/outbox/list-deliveries.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import { INVOCATION } from '../invocation.ts';
import type { CommandResult, JsonValue, PrintOptions } from '../print-result.ts';
import { readMoment, wholeNumberUpTo } from '../read-options.ts';
import { runOnInstallation } from '../run-command.ts';
import { isoTime, renderTable, showForeign, showTime } from '../show-values.ts';

const ROWS_MAX = 200;
const ROWS_USUAL = 50;
const ERROR_SHOWN_MAX = 48;

interface ListOptions extends PrintOptions {
  readonly company: string;
  readonly endpoint?: string;
  readonly state?: DeliveryState;
  readonly since?: Moment;
  readonly limit: number;
}

export function addDeliveryList(delivery: Command): void {
  const list = delivery
    .command('list')
    .description(
      "Lists a company's deliveries, newest alert first: queued ones wait for their next attempt, delivered ones were " +
        'answered with a 2xx, failed ones were given up and can be resent.',
    )
    .requiredOption('--company <company-id>', 'whose deliveries')
    .option('--endpoint <endpoint-id>', 'only those to this endpoint')
    .addOption(new Option('--state <state>', 'only those in this state').choices(DELIVERY_STATES))
    .option('--since <moment>', 'only alerts received since: 30m, 2h, 3d, a day or a time', readMoment)
    .option('--limit <number>', `how many, at most ${ROWS_MAX}`, wholeNumberUpTo(ROWS_MAX), ROWS_USUAL)
    .action((options: ListOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { company, endpoint, state, since, limit } = options;
        const deliveries = await listDeliveries(installation.sql, {
          companyId: company,
          endpointId: endpoint,
          state,
          since,
          rowsMax: limit,
        });
        return describe(deliveries, options);
      }),
    );
  addJsonOption(
    list,
    '{deliveries: [{alert_id, provider_alert_id, endpoint_id, state, attempts, last_status, last_error, ' +
      'last_attempt_at, next_attempt_at}]}',
  );
  addExamples(
    list,
    `delivery list --company ${EXAMPLE_ID}`,
    `delivery list --company ${EXAMPLE_ID} --state failed --since 2026-11-02 --limit 200`,
  );
}

function describe(deliveries: readonly DeliveryRow[], { company, limit }: ListOptions): CommandResult {
  const [first] = deliveries;
  return {
    json: { deliveries: deliveries.map(shapeDelivery) },
    done:
      first === undefined
        ? 'No deliveries match.'
        : `${countOf(deliveries.length, 'delivery', 'deliveries')}${deliveries.length === limit ? '; there may be more' : ''}.`,
    details: renderTable(
      ['ALERT', 'PROVIDER ALERT', 'ENDPOINT', 'STATE', 'ATTEMPTS', 'LAST', 'LAST ATTEMPT', 'NEXT ATTEMPT'],
      deliveries.map((delivery) => [
        delivery.alertId,
        delivery.providerAlertId,
        delivery.endpointId,
        delivery.state,
        String(delivery.attempts),
        delivery.lastStatus === null
          ? showForeign(delivery.lastError, ERROR_SHOWN_MAX)
          : String(delivery.lastStatus),
        showTime(delivery.lastAttemptAt),
        showTime(delivery.nextAttemptAt),
      ]),
    ),
    next:
      first === undefined
        ? []
        : [
            {
              why: 'To see every attempt of one:',
              command: `${INVOCATION} delivery show --company ${company} --alert ${first.alertId}`,
            },
          ],
  };
}

function shapeDelivery(delivery: DeliveryRow): JsonValue {
  return {
    alert_id: delivery.alertId,
    provider_alert_id: delivery.providerAlertId,
    endpoint_id: delivery.endpointId,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    last_attempt_at: isoTime(delivery.lastAttemptAt),
    next_attempt_at: isoTime(delivery.nextAttemptAt),
  };
}
