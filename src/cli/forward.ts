import { countOf } from './count-of.ts';
import { type Command, Option } from 'commander';
import { listForwards } from '../backoffice/deliveries/list-forwards.ts';
import { FORWARD_STATES, type ForwardState } from '../rules/outcomes.ts';
import type { ForwardReceipt } from '../store/outbox/list-forwards.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from './command-help.ts';
import type { CommandResult, JsonValue, PrintOptions } from './print-result.ts';
import { wholeNumberUpTo } from './read-options.ts';
import { runOnInstallation } from './run-command.ts';
import { isoTime, renderTable, showForeign, showTime } from './show-values.ts';

const ROWS_MAX = 200;
const ROWS_USUAL = 50;
const MESSAGE_SHOWN_MAX = 60;
const EXAMPLES = ['forward list', `forward list --company ${EXAMPLE_ID} --state refused`];

interface ListOptions extends PrintOptions {
  readonly company?: string;
  readonly state?: ForwardState;
  readonly limit: number;
}

export function addForwardCommands(program: Command): void {
  const forward = program
    .command('forward')
    .description('Forwards: what provider A was told of the answers it waits for, and what it said.');
  addList(forward);
  addExamples(forward, ...EXAMPLES);
}

function addList(forward: Command): void {
  const list = forward
    .command('list')
    .description(
      "Lists receipts of answers to provider A with the provider's words. Answers that it refused or never heard in " +
        'time come first, since the company believes that they count; then the newest.',
    )
    .option('--company <company-id>', 'only those of this company; otherwise all')
    .addOption(new Option('--state <state>', 'only those in this state').choices(FORWARD_STATES))
    .option('--limit <number>', `how many, at most ${ROWS_MAX}`, wholeNumberUpTo(ROWS_MAX), ROWS_USUAL)
    .action((options: ListOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const { company, state, limit } = options;
        return describe(
          await listForwards(installation.sql, { companyId: company, state, rowsMax: limit }),
          limit,
        );
      }),
    );
  addJsonOption(
    list,
    '{forwards: [{forward_id, company_id, alert_id, provider_alert_id, outcome, state, message, attempts, ' +
      'answered_at, last_attempt_at, next_attempt_at, settled_at, give_up_at}]}',
  );
  addExamples(list, ...EXAMPLES);
}

function describe(receipts: readonly ForwardReceipt[], limit: number): CommandResult {
  return {
    json: { forwards: receipts.map(shapeReceipt) },
    done:
      receipts.length === 0
        ? 'No receipts match.'
        : `${countOf(receipts.length, 'receipt')}${receipts.length === limit ? '; there may be more' : ''}.`,
    details: renderTable(
      ['ALERT', 'PROVIDER ALERT', 'OUTCOME', 'STATE', 'ATTEMPTS', 'ANSWERED', 'SETTLED', "PROVIDER'S WORDS"],
      receipts.map((receipt) => [
        receipt.alertId,
        receipt.providerAlertId,
        receipt.outcome,
        receipt.state,
        String(receipt.attempts),
        showTime(receipt.answeredAt),
        showTime(receipt.settledAt),
        showForeign(receipt.providerMessage, MESSAGE_SHOWN_MAX),
      ]),
    ),
  };
}

function shapeReceipt(receipt: ForwardReceipt): JsonValue {
  return {
    forward_id: receipt.forwardId,
    company_id: receipt.companyId,
    alert_id: receipt.alertId,
    provider_alert_id: receipt.providerAlertId,
    outcome: receipt.outcome,
    state: receipt.state,
    message: receipt.providerMessage,
    attempts: receipt.attempts,
    answered_at: isoTime(receipt.answeredAt),
    last_attempt_at: isoTime(receipt.lastAttemptAt),
    next_attempt_at: isoTime(receipt.nextAttemptAt),
    settled_at: isoTime(receipt.settledAt),
    give_up_at: isoTime(receipt.giveUpAt),
  };
}
