import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

let service: TestService;
let second: SecondService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
  company = await createTestCompany(service.sql);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

async function storedCopies(alertId: string) {
  return service.sql<{ id: string; provider: string; amount: string }[]>`
    select id, provider, amount from alerts where provider_alert_id = ${alertId} order by provider`;
}

describe('same provider and alert_id: the first one stands (design, chapter 2)', () => {
  test('across messages: duplicate, with the id of the first, and the changed amount is ignored', async () => {
    const alertId = randomUUID();
    const [first] = await deliverAlerts(service.url, A, [
      alertMessage(company, { alert_id: alertId, amount: '1.00' }),
    ]);
    const before = await createClient(service.url, company).read(String(first?.id));
    const [again] = await deliverAlerts(service.url, A, [
      alertMessage(company, { alert_id: alertId, amount: '2.00' }),
    ]);
    expect(again).toEqual({ alert_id: alertId, result: 'duplicate', id: first?.id });
    const after = await createClient(service.url, company).read(String(first?.id));
    expect(after.body).toEqual(before.body);
    expect(await storedCopies(alertId)).toHaveLength(1);
  });

  test('after it was answered: duplicate, and the answer stands', async () => {
    const alertId = randomUUID();
    const message = alertMessage(company, { alert_id: alertId });
    const [first] = await deliverAlerts(service.url, A, [message]);
    const client = createClient(service.url, company);
    await client.answer(String(first?.id), 'notfound');
    const [again] = await deliverAlerts(service.url, A, [message]);
    expect(again).toEqual({ alert_id: alertId, result: 'duplicate', id: first?.id });
    expect((await client.read(String(first?.id))).body.data.status).toBe('notfound');
  });

  test('to another company: it stays with the first, and the second learns nothing', async () => {
    const other = await createTestCompany(service.sql);
    const alertId = randomUUID();
    const [first] = await deliverAlerts(service.url, A, [alertMessage(company, { alert_id: alertId })]);
    const [again] = await deliverAlerts(service.url, A, [alertMessage(other, { alert_id: alertId })]);
    expect(again).toEqual({ alert_id: alertId, result: 'duplicate', id: first?.id });
    expect((await createClient(service.url, other).list()).body.meta.total).toBe(0);
  });

  // Many copies side by side, so that an order that is only right by luck shows.
  test('inside one message: the first in the list is accepted, the others are its duplicates', async () => {
    const alertIds = Array.from({ length: 25 }, () => randomUUID());
    const copies = alertIds.flatMap((alertId) =>
      [1, 2, 3, 4].map((copy) => alertMessage(company, { alert_id: alertId, amount: `${copy}.00` })),
    );
    const results = await deliverAlerts(service.url, A, copies);
    const resultOf = new Map(
      alertIds.map((alertId) => [alertId, results.filter((one) => one.alert_id === alertId)]),
    );
    for (const [alertId, ofCopies] of resultOf) {
      const id = ofCopies[0]?.id;
      expect(ofCopies).toEqual(
        ['accepted', 'duplicate', 'duplicate', 'duplicate'].map((result) => ({
          alert_id: alertId,
          result,
          id,
        })),
      );
      expect([...(await storedCopies(alertId))]).toEqual([{ id, provider: A, amount: '1.00' }]);
    }
  });

  test('the same alert_id at both providers is two alerts', async () => {
    const alertId = randomUUID();
    const message = alertMessage(company, { alert_id: alertId });
    const [ofA] = await deliverAlerts(service.url, A, [message]);
    const [ofB] = await deliverAlerts(service.url, B, [message]);
    expect([ofA?.result, ofB?.result]).toEqual(['accepted', 'accepted']);
    expect(ofA?.id).not.toBe(ofB?.id);
    expect((await storedCopies(alertId)).map(({ provider }) => provider)).toEqual([A, B]);
  });

  test.for([
    ['case', 'abc', 'ABC'],
    ['a trailing space', 'abc', 'abc '],
    ['composed and not', 'é', 'e\u0301'],
  ] as const)('identifiers that differ by %s are different alerts', async ([, one, other]) => {
    const tag = randomUUID();
    const results = await deliverAlerts(
      service.url,
      A,
      [one, other].map((text) => alertMessage(company, { alert_id: tag + text })),
    );
    expect(results.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
  });
});

describe('copies at the same moment', () => {
  test('10 simultaneous copies over two processes make one row, and all name the same id', async () => {
    for (let round = 0; round < 5; round += 1) {
      const alertId = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, copy) =>
          deliverAlerts(copy % 2 ? service.url : second.url, A, [
            alertMessage(company, { alert_id: alertId, amount: `${copy}.00` }),
          ]),
        ),
      );
      const results = answers.flat();
      expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(1);
      expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(9);
      const stored = await storedCopies(alertId);
      expect(stored.map(({ id }) => id)).toEqual([results[0]?.id]);
      expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    }
  });

  test('overlapping messages in opposite order do not deadlock, and each alert is accepted once', async () => {
    const alertIds = Array.from({ length: 60 }, () => randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, sender) => {
        const order = sender % 2 ? alertIds : alertIds.toReversed();
        const messages = order.map((alertId) => alertMessage(company, { alert_id: alertId }));
        return deliverAlerts(sender % 4 < 2 ? service.url : second.url, A, messages);
      }),
    );
    const accepted = answers.flat().filter(({ result }) => result === 'accepted');
    expect(new Set(accepted.map(({ alert_id: alertId }) => alertId))).toEqual(new Set(alertIds));
    expect(accepted).toHaveLength(60);
  });
});
