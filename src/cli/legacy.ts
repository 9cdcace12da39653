import type { Command } from 'commander';
import { type LegacyCaller, listLegacyCallers } from '../store/companies/list-legacy-callers.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import { countOf } from './count-of.ts';
import type { CommandResult, PrintOptions } from './print-result.ts';
import { wholeNumberUpTo } from './read-options.ts';
import { runOnInstallation } from './run-command.ts';
import { isoTime, renderTable, showForeign, showTime } from './show-values.ts';

const ROWS_MAX = 1000;
const DAYS_MAX = 3650;
const DAYS_USUAL = 30;
const NAME_SHOWN_MAX = 40;

interface ListOptions extends PrintOptions {
  readonly days: number;
}

export function addLegacyCommands(program: Command): void {
  const legacy = program
    .command('legacy')
    .description('Legacy aliases: who still calls them. They will be removed once nobody does.');
  const list = legacy
    .command('list')
    .description('Lists the credentials that called an alias in the last days, how often, and when last.')
    .option('--days <number>', 'how far back to look', wholeNumberUpTo(DAYS_MAX), DAYS_USUAL)
    .action((options: ListOptions) =>
      runOnInstallation(options, async ({ installation }) =>
        describe(
          await listLegacyCallers(installation.sql, { days: options.days, rowsMax: ROWS_MAX }),
          options.days,
        ),
      ),
    );
  addJsonOption(list, '{callers: [{company_id, company, client_id, alias, calls, last_called_at}]}');
  addExamples(list, 'legacy list', 'legacy list --days 90');
  addExamples(legacy, 'legacy list');
}

function describe(callers: readonly LegacyCaller[], days: number): CommandResult {
  return {
    json: {
      callers: callers.map((caller) => ({
        company_id: caller.companyId,
        company: caller.companyName,
        client_id: caller.clientId,
        alias: caller.alias,
        calls: Number(caller.calls),
        last_called_at: isoTime(caller.lastCalledAt),
      })),
    },
    done:
      callers.length === 0
        ? `Nobody called a legacy alias in the last ${countOf(days, 'day')}.`
        : `${countOf(callers.length, 'caller')} in the last ${countOf(days, 'day')}, the latest first.`,
    details: renderTable(
      ['COMPANY', 'CLIENT ID', 'ALIAS', 'CALLS', 'LAST CALLED'],
      callers.map((caller) => [
        showForeign(caller.companyName, NAME_SHOWN_MAX),
        caller.clientId,
        caller.alias,
        caller.calls,
        showTime(caller.lastCalledAt),
      ]),
    ),
  };
}
