import { startBenchDatabase } from './support/bench-database.ts';
import { startBenchService } from './support/bench-service.ts';
import { addPendingAlerts } from './support/bulk-company.ts';
import { Child } from './support/child.ts';
import { compareInTurn, describeComparison, measureRun } from './support/compare.ts';
import type { DirectOrder } from './support/direct-writes.ts';
import { Load } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import { createScaleCompany } from './support/scale-company.ts';
import { writeStatusUpdates } from './support/wire-requests.ts';

const ALERTS = 5000;
const AT_ONCE = 64;

/** Status updates, each of another alert, beside the same locks and writes in one transaction each. */
export async function benchStatus(options: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const service = await startBenchService(database, ['--only', 'api']);
  const load = new Load();
  const direct = new Child('bench/processes/direct-writes.ts', [], database.environment);
  const count = amount(ALERTS, options);
  try {
    const { companyId, authorization } = await createScaleCompany(database.sql);
    const compared = await compareInTurn(
      options,
      async () => {
        const { ids } = await addPendingAlerts(database.sql, companyId, count);
        const requests = writeStatusUpdates(authorization, ids);
        return measureRun(database, [service.pid], async () => {
          const { seconds } = await load.run({ port: service.port, connections: AT_ONCE, requests });
          return { operations: count, seconds };
        });
      },
      async () => {
        const { ids: alertIds } = await addPendingAlerts(database.sql, companyId, count);
        const order: DirectOrder = { kind: 'answers', atOnce: AT_ONCE, companyId, alertIds };
        return measureRun(database, [direct.pid], async () => {
          const { seconds } = await direct.ask<{ seconds: number }>(order);
          return { operations: count, seconds };
        });
      },
    );
    const name =
      'Status update, 64 connections, each alert once, beside one transaction of the same locks and writes each';
    return [describeComparison(name, '≥ 1.0', compared)];
  } finally {
    await direct.stop();
    await load.stop();
    await service.stop();
    await database.stop();
  }
}
