import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { Child } from './support/child.ts';
import {
  type Comparison,
  compareInTurn,
  describeComparison,
  measureRun,
  type Run,
} from './support/compare.ts';
import type { DirectOrder, Target } from './support/direct-writes.ts';
import { addBenchEndpoint } from './support/fill-outbox.ts';
import { Load } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import { createScaleCompany } from './support/scale-company.ts';
import { writeArrivals } from './support/wire-requests.ts';

/** Nobody listens there, and no worker runs: what arrives is stored with its jobs, and no more. */
const ENDPOINT_PORT = 9;

interface Shape {
  readonly requests: number;
  readonly alertsEach: number;
  readonly connections: number;
}
const ONE_BY_ONE: Shape = { requests: 6000, alertsEach: 1, connections: 64 };
const HUNDREDS: Shape = { requests: 100, alertsEach: 100, connections: 8 };

/** Alerts that arrive one by one and by the hundred, beside the same rows inserted straight through the driver. */
export async function benchIntake(options: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const service = await startBenchService(database, ['--only', 'api']);
  const load = new Load();
  const direct = new Child('bench/processes/direct-writes.ts', [], database.environment);
  try {
    const target = await createTarget(database);
    const compare = (shape: Shape): Promise<Comparison> => {
      const arrivals = { ...shape, target, requests: amount(shape.requests, options) };
      return compareInTurn(
        options,
        () => runService(database, service, load, arrivals),
        () => runDirect(database, direct, arrivals),
      );
    };
    return [
      describeComparison(
        'Intake, one alert a request, 64 connections, beside single-row INSERTs, 64 at once',
        '≥ 1.0',
        await compare(ONE_BY_ONE),
      ),
      describeComparison(
        'Intake, 100 alerts a request, beside INSERTs of 100 rows',
        '≥ 0.6',
        await compare(HUNDREDS),
      ),
    ];
  } finally {
    await direct.stop();
    await load.stop();
    await service.stop();
    await database.stop();
  }
}

async function createTarget({ sql }: BenchDatabase): Promise<Target> {
  const { companyId } = await createScaleCompany(sql);
  const endpointId = await addBenchEndpoint(sql, companyId, ENDPOINT_PORT);
  const [enrollment] = await sql<{ id: string; merchantId: string }[]>`
    select id, merchant_id from merchant_enrollments
    where company_id = ${companyId} and provider = 'provider_a_alerts'`;
  if (enrollment === undefined) throw new Error('The company has no enrollment');
  return { companyId, endpointId, merchantId: enrollment.merchantId, enrollmentId: enrollment.id };
}

type Arrivals = Shape & { readonly target: Target };

async function runService(
  database: BenchDatabase,
  { port, pid }: BenchService,
  load: Load,
  { target, connections, ...shape }: Arrivals,
): Promise<Run> {
  const secret = database.environment['PROVIDER_A_SECRET'] ?? '';
  // A company's descriptor is its id here.
  const requests = writeArrivals(secret, target.companyId, shape);
  return measureRun(database, [pid], async () => {
    const { seconds } = await load.run({ port, connections, requests });
    return { operations: shape.requests * shape.alertsEach, seconds };
  });
}

async function runDirect(
  database: BenchDatabase,
  direct: Child,
  { requests, alertsEach, connections, target }: Arrivals,
): Promise<Run> {
  const order: DirectOrder = {
    kind: 'arrivals',
    atOnce: connections,
    statements: requests,
    rowsEach: alertsEach,
    target,
  };
  return measureRun(database, [direct.pid], async () => {
    const { seconds } = await direct.ask<{ seconds: number }>(order);
    return { operations: requests * alertsEach, seconds };
  });
}
