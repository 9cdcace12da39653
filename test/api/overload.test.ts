import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { countShedRequests } from '../../src/http/count-shed-requests.ts';
import { addLookupRoutes } from '../../src/lookup/routes.ts';
import { QueueFullError } from '../../src/rules/queue-full-error.ts';
import { NIL_UUID } from '../../src/rules/uuid.ts';
import { SHARED_SHAPES } from '../../src/shapes/shared.ts';
import { transact } from '../../src/store/transact.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';

const api = useApi();
/** More than may run and wait at once. */
const TOO_MANY = 300;

describe('more lists than can be answered', () => {
  test('are refused with 503 and Retry-After, while alerts are received and answered', async () => {
    const { service, company, client } = api;
    const alertId = await receiveAlert(service.url, company);
    const holding = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const stalled = transact(service.sql, async (transaction) => {
      await transaction`lock table alert_tallies in access exclusive mode`;
      locked.resolve();
      await holding.promise;
    });
    await locked.promise;

    const asked = Array.from({ length: TOO_MANY }, () => client.list());
    const refused = await Promise.race(asked);
    const another = await receiveAlert(service.url, company);
    const answers = [await client.answer(alertId, 'other'), await client.answer(another, 'notfound')];
    const lookedUp = await client.legacyLookup({ alert_id: alertId });
    holding.resolve();
    await stalled;

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(refused.text).toBe(
      '{"error":{"code":"UNAVAILABLE","message":"The service is temporarily unavailable; try again shortly"}}',
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([lookedUp.status, Object.keys(lookedUp.body)]).toEqual([503, ['error']]);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(service.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const [, shed] = /^http_shed_total\{kind="lookup"\} (\d+)$/m.exec(metrics) ?? [];
    const refusals = [lookedUp.status, ...statuses].filter((status) => status === 503);
    expect(Number(shed)).toBe(refusals.length);
    await waitFor('a list that is answered again', async () => (await client.list()).status === 200);
  });

  test('are counted each by itself, also where many share the reading that finds no place', async () => {
    const app = createApp(pino({ level: 'silent' }));
    const full = Promise.withResolvers<never>();
    const takeTurn = vi.fn<() => Promise<never>>(() => full.promise);
    const count = vi.fn<() => void>();
    let arrived = 0;
    app.addHook('onRequest', async (request) => {
      request.caller = { clientId: 'any', companyId: NIL_UUID };
      arrived += 1;
      if (arrived === 20) setImmediate(() => full.reject(new QueueFullError()));
    });
    for (const shape of SHARED_SHAPES) app.addSchema(shape);
    countShedRequests(app, count);
    addLookupRoutes(app, { sql: api.service.sql, takeTurn });
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => app.inject(`/chargeback-alert/alerts/${NIL_UUID}`)),
    );
    expect(reads.filter(({ statusCode }) => statusCode === 503)).toHaveLength(20);
    expect(takeTurn).toHaveBeenCalledTimes(3);
    expect(count).toHaveBeenCalledTimes(20);
  });
});
