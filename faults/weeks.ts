import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { createClient } from '../test/support/client.ts';
import { createTestCompany } from '../test/support/company.ts';
import type { StatusCommand } from '../test/support/status-commands.ts';
import { anyCommand, expectTraces, readTraces } from '../test/support/status-histories.ts';
import { StatusModel } from '../test/support/status-model.ts';
import { DAY_MS } from '../test/support/time.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { atLeast, type FaultRow, noneOf } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';

const COMMANDS_MAX = 120;

interface Account {
  operations: number;
  faults: number;
  simulatedDays: number;
}

/** A company and both providers over simulated weeks, and faults among what they do, held against the table of the specification. */
export async function faultWeeks({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const account: Account = { operations: 0, faults: 0, simulatedDays: 0 };
  const violations: string[] = [];
  const database = await startDatabaseServer();
  const stand = await openStand({ databaseUrl: database.url });
  const api = await ServicePart.start(stand.config, 'api');
  const everything = anyCommand.map((one) => one.map((command) => counted(command, account)));
  const faults = [fc.constant(loseConnections(account)), fc.constant(restartApi(api, account))];
  const history = fc.commands([...everything, ...everything, ...faults], {
    maxCommands: COMMANDS_MAX,
    size: 'max',
  });
  const property = fc.asyncProperty(history, async (sequence) => {
    const company = await createTestCompany(stand.sql);
    const model = new StatusModel();
    const real = { url: api.url, sql: stand.sql, company, client: createClient(api.url, company) };
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    account.simulatedDays += model.alerts.reduce((sum, { ageMs }) => sum + ageMs, 0) / DAY_MS;
    if (!isDeepStrictEqual(await readTraces(stand.sql, model), expectTraces(model))) {
      throw new Error('history or forwards are not those of the model');
    }
  });
  const result = await fc.check(property, { seed, numRuns: cycles });
  if (result.failed) violations.push(fc.defaultReportMessage(result) ?? 'unknown');
  await stand.close();
  await database.discard();
  return [
    atLeast('histories', result.numRuns, cycles),
    atLeast('operations, each held against the model', account.operations, 1),
    atLeast('days that passed for alerts, simulated', Math.round(account.simulatedDays), 1),
    atLeast('faults among them: all connections cut, the API killed and started', account.faults, 1),
    noneOf('violations', violations),
  ];
}

function counted(command: StatusCommand, account: Account): StatusCommand {
  return {
    check: (model) => command.check(model),
    run: async (model, real) => {
      account.operations += 1;
      await command.run(model, real);
    },
    toString: () => command.toString(),
  };
}

type Real = Parameters<StatusCommand['run']>[1];

/** Nothing of the company may change by a fault; the next command looks at all of it. */
function fault(name: string, account: Account, strike: (real: Real) => Promise<void>): StatusCommand {
  return {
    check: () => true,
    run: async (_, real) => {
      account.faults += 1;
      await strike(real);
      await waitFor('the service to be back', async () => {
        const answers = await Promise.all(
          Array.from({ length: 12 }, async () => real.client.list('?per_page=1')),
        );
        return answers.every(({ status }) => status === 200);
      });
    },
    toString: () => name,
  };
}

function loseConnections(account: Account): StatusCommand {
  return fault('all connections are cut', account, async ({ sql }) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'chargeback-alerts%'`;
  });
}

function restartApi(api: ServicePart, account: Account): StatusCommand {
  return fault('the API is killed', account, async () => {
    await api.kill();
    await api.start();
  });
}
