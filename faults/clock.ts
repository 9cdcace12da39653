import type { ReceivedRequest } from '../test/support/receiver.ts';
import { startDatabaseServer } from './support/database-server.ts';
import { type ClockFindings, decideByTheClock } from './support/clock-cases.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { atLeast, type FaultRow, none } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';
import { waitUntilAllIsDone } from './support/verify.ts';
import { wrongClock } from './support/wrong-clock.ts';

const WRONG_BY_HOURS = [25, -25];

/** Processes whose clock is more than a day wrong, either way: only the database's clock may count. */
export async function faultClock({ cycles }: FaultOptions): Promise<FaultRow[]> {
  const rows: FaultRow[] = [];
  for (const hours of WRONG_BY_HOURS) rows.push(...(await runWithClock(hours, cycles)));
  return rows;
}

async function runWithClock(hours: number, cycles: number): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const stand = await openStand({ databaseUrl: database.url });
  const api = await ServicePart.start(stand.config, 'api', wrongClock(hours));
  await ServicePart.start(stand.config, 'worker', wrongClock(hours));
  const findings: ClockFindings[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) findings.push(await decideByTheClock(api.url, stand));
  const sum = (of: (one: ClockFindings) => number): number =>
    findings.reduce((total, one) => total + of(one), 0);
  await waitUntilAllIsDone(stand.sql);
  const badSignatures = stand.provider.badSignatures();
  await stand.close();
  await database.discard();
  const by = `clock wrong by ${hours} h`;
  return [
    atLeast(
      `${by}: decisions on both sides of both deadlines`,
      sum(({ decisions }) => decisions),
      1,
    ),
    none(
      `${by}: answers taken too late or refused too early`,
      sum(({ wrongAnswers }) => wrongAnswers),
    ),
    none(
      `${by}: alerts expired too early or not at all`,
      sum(({ wrongExpiries }) => wrongExpiries),
    ),
    none(`${by}: messages that provider A found stale`, badSignatures),
    none(`${by}: webhooks that the company found stale`, countStale(stand.receiver.requests)),
  ];
}

/** Five minutes are what receivers allow. */
const STALE_FROM_MS = 5 * 60_000;

function countStale(requests: readonly ReceivedRequest[]): number {
  return requests.filter(
    ({ headers, atMs }) => Math.abs(atMs - Number(headers['webhook-timestamp']) * 1000) > STALE_FROM_MS,
  ).length;
}
