import * as fc from 'fast-check';
import { ANSWER_STATUSES } from '../../src/rules/alert.ts';
import { PROVIDERS } from '../../src/rules/provider.ts';
import type { Sql } from '../../src/store/connect.ts';
import * as commands from './status-commands.ts';
import type { ModelAlert, StatusModel } from './status-model.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

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
/** Anything that a company, the providers and time can do. */
export const anyCommand: readonly fc.Arbitrary<commands.StatusCommand>[] = [
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
export async function readTraces(sql: Sql, model: StatusModel): Promise<object[]> {
  return Promise.all(
    model.alerts.map(async ({ id }) => {
      const history = await sql<{ fromStatus: string; toStatus: string; actorKind: string }[]>`
        select from_status, to_status, actor_kind from alert_history where alert_id = ${id} order by history_id`;
      const forwards = await sql<{ outcome: string }[]>`
        select outcome from forwards where alert_id = ${id} order by forward_id`;
      return {
        id,
        history: history.map((row) => ({ from: row.fromStatus, to: row.toStatus, by: row.actorKind })),
        forwards: forwards.map(({ outcome }) => outcome),
      };
    }),
  );
}

export function expectTraces(model: StatusModel): object[] {
  return model.alerts.map((alert) => traceOf(model, alert));
}

function traceOf(model: StatusModel, alert: ModelAlert): object {
  return { id: alert.id, history: alert.steps, forwards: model.expectForwards(alert) };
}
