import { describe, expect, test } from 'vitest';
import { percentile } from '../../bench/support/percentile.ts';
import { markCompanyBlocked } from '../../src/store/companies/companies.ts';
import { startAnotherWork } from '../support/another-work.ts';
import { createTestCompany } from '../support/company.ts';
import { receiveAlerts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Subscriber, useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();

const HANGING_ENDPOINTS = 4;
const WAITING_EACH = 300;
const NEW_ALERTS = 100;

/** From the answer of the intake to the request at the endpoint, for each of 100 new alerts, in milliseconds. */
async function measureDelays({ company, receiver }: Subscriber): Promise<number[]> {
  const answeredAtMs = new Map<string, number>();
  const before = receiver.requests.length;
  for (let sent = 0; sent < NEW_ALERTS; sent += 1) {
    const id = await receiveAlert(bench.service.url, company);
    answeredAtMs.set(id, Date.now());
  }
  await waitFor('every new alert', () => receiver.requests.length >= before + NEW_ALERTS);
  const arrivals = receiver.requests
    .slice(before)
    .map(({ body, atMs }) => ({ id: JSON.parse(body).id, atMs }));
  expect(new Set(arrivals.map(({ id }) => id))).toEqual(new Set(answeredAtMs.keys()));
  return arrivals.map(({ id, atMs }) => Math.max(0, atMs - (answeredAtMs.get(id) ?? Number.NaN)));
}

/** Four endpoints that never answer, with 300 waiting alerts each, in the moment when they begin to hang. */
async function startHanging(): Promise<Subscriber[]> {
  const hanging: Subscriber[] = [];
  for (let count = 0; count < HANGING_ENDPOINTS; count += 1)
    hanging.push(await bench.subscribe(() => 'hang'));
  await Promise.all(hanging.map(({ company }) => receiveAlerts(bench.service.url, company, WAITING_EACH)));
  await waitFor('all of them to hang', () => hanging.every(({ receiver }) => receiver.requests.length > 0));
  return hanging;
}

describe('promise 4: one slow or dead target delays nobody else', () => {
  test('beside four endpoints that hang with 300 waiting alerts each, p95 from receipt to request stays under 250 ms', async () => {
    const healthy = await bench.subscribe((request) =>
      request.path.endsWith('/hang') ? 'hang' : { status: 200 },
    );
    const p95Ms: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const hanging = await startHanging();
      // One more of them at the healthy one's own address, as two customers of one platform have it.
      const neighbour = await createTestCompany(bench.service.sql);
      await createTestEndpoint(bench.service, neighbour, `${healthy.receiver.url}/hang`);
      await receiveAlerts(bench.service.url, neighbour, 50);
      p95Ms.push(percentile(await measureDelays(withoutHanging(healthy)), 0.95));
      for (const { receiver } of hanging) expect(receiver.atOnceMax()).toBeLessThanOrEqual(16);
      for (const { companyId } of [neighbour, ...hanging.map(({ company }) => company)]) {
        await markCompanyBlocked(bench.service.sql, companyId, 'its part is over');
      }
    }
    expect(percentile(p95Ms, 0.5), `p95 of each round: ${p95Ms.join(', ')} ms`).toBeLessThan(250);
  });
});

/** The healthy endpoint without what was sent to the one that hangs at the same address. */
function withoutHanging({ receiver, ...rest }: Subscriber): Subscriber {
  return {
    ...rest,
    receiver: {
      ...receiver,
      get requests() {
        return receiver.requests.filter(({ path }) => !path.endsWith('/hang'));
      },
    },
  };
}

describe('an endpoint never has more than 16 requests at once', () => {
  test('with 800 waiting and two workers it comes to 16, and every alert arrives once', async () => {
    const another = await startAnotherWork(bench.service);
    const { company, receiver } = await bench.subscribe(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { status: 200 };
    });
    await receiveAlerts(bench.service.url, company, 800);
    await waitFor('all of them', () => receiver.requests.length >= 800);
    expect(receiver.atOnceMax()).toBe(16);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(800);
    expect(receiver.requests).toHaveLength(800);
    await another.stop();
  });
});
