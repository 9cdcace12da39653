import { describe, expect, test } from 'vitest';
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
    await waitFor('a list that is answered again', async () => (await client.list()).status === 200);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^http_shed_total\{kind="lookup"\} [1-9]/m);
  });
});
