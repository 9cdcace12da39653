import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_STATUSES } from '../../src/rules/alert.ts';
import { PROVIDERS } from '../../src/rules/provider.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { startTestService, type TestService } from '../support/service.ts';
import * as commands from '../support/status-commands.ts';
import { type ModelAlert, StatusModel } from '../support/status-model.ts';
import { DAY_MS, HOUR_MS } from '../support/time.ts';

const RUNS = 60;
const COMMANDS_MAX = 40;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const draw = fc.nat({ max: 1000 });
const status = fc.constantFrom(...ANSWER_STATUSES);
const way = fc.constantFrom<commands.Way>('api', 'alias by provider id', 'alias by uuid');
/** Steps that add up to the borders exactly, and to an hour short of them. */
const step = fc.constantFrom(
  HOUR_MS,
  23 * HOUR_MS,
  DAY_MS,
  4 * DAY_MS,
  5 * DAY_MS,
  5 * DAY_MS + 23 * HOUR_MS,
  6 * DAY_MS,
);
const anyCommand = [
  fc.constantFrom(...PROVIDERS).map(commands.receive),
  draw.map(commands.receiveDuplicate),
  fc
    .tuple(draw, status, way)
    .map(([alert, requested, over]) => commands.answer(alert, requested, over, undefined)),
  fc
    .tuple(draw, status, way, fc.constantFrom('k1', 'k2', 'k3'))
    .map(([alert, requested, over, key]) => commands.answer(alert, requested, over, key)),
  status.map(commands.answerUnknown),
  fc.tuple(draw, step).map(([alert, ms]) => commands.letTimePass(alert, ms)),
  fc.constant(null).map(commands.runExpiry),
  fc.boolean().map(commands.setBlocked),
  fc.constant(null).map(commands.countByStatus),
];

/** Promise 6, and D14: history and forwards tell every step of the model, and nothing else. */
async function readTraces(model: StatusModel): Promise<object[]> {
  return Promise.all(
    model.alerts.map(async ({ id }) => {
      const history = await service.sql<{ fromStatus: string; toStatus: string; actorKind: string }[]>`
        select from_status, to_status, actor_kind from alert_history where alert_id = ${id} order by history_id`;
      const forwards = await service.sql<{ outcome: string }[]>`
        select outcome from forwards where alert_id = ${id} order by forward_id`;
      return {
        id,
        history: history.map((row) => ({ from: row.fromStatus, to: row.toStatus, by: row.actorKind })),
        forwards: forwards.map(({ outcome }) => outcome),
      };
    }),
  );
}

function traceOf(model: StatusModel, alert: ModelAlert): object {
  return { id: alert.id, history: alert.steps, forwards: model.expectForwards(alert) };
}

test('whatever a company, the providers and time do, the API behaves as the specification’s table says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(anyCommand, { maxCommands: COMMANDS_MAX, size: 'max' }),
      async (sequence) => {
        const company = await createTestCompany(service.sql);
        const model = new StatusModel();
        const { url, sql } = service;
        const real = { url, sql, company, client: createClient(url, company) };
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        expect(await readTraces(model)).toEqual(model.alerts.map((alert) => traceOf(model, alert)));
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
