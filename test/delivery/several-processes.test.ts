import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnotherWork, startAnotherWork } from '../support/another-work.ts';
import { countJobs, receiveAlerts, waitForAttempts } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Subscriber, useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { type ServiceProcess, startServiceProcess } from '../support/worker-process.ts';

/** The test's own service has no worker and tells nobody of new work. */
const bench = useDelivery({}, { work: false });

describe('two workers on one database', () => {
  test('in calm conditions each of 600 deliveries to ten endpoints goes out exactly once', async () => {
    const { service } = bench;
    const works = [await startAnotherWork(service), await startAnotherWork(service)];
    const subscribers: Subscriber[] = [];
    for (let count = 0; count < 10; count += 1) subscribers.push(await bench.subscribe());
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(subscribers.map(({ company }) => receiveAlerts(service.url, company, 20)));
    }
    await waitFor('everything to be recorded', async () => (await countJobs(service.sql)) === 0);
    for (const { receiver } of subscribers) {
      expect(receiver.requests).toHaveLength(60);
      expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
    }
    const attempts = await service.sql`select 1 from webhook_attempts`;
    expect(attempts).toHaveLength(600);
    await Promise.all(works.map((work) => work.stop()));
    expect(works.flatMap(({ logLines }) => logLines.filter((line) => JSON.parse(line).level >= 40))).toEqual([
      // Without PROVIDER_A_URL each says once that nothing is forwarded.
      expect.stringContaining('PROVIDER_A_URL'),
      expect.stringContaining('PROVIDER_A_URL'),
    ]);
  });

  test('when the database drops every connection of a worker again and again, everything arrives all the same', async () => {
    const { service } = bench;
    const { company, receiver } = await bench.subscribe();
    const work = await startAnotherWork(service, { applicationName: 'unlucky work' });
    for (let cut = 1; cut <= 3; cut += 1) {
      const ids = await receiveAlerts(service.url, company, 60);
      await waitFor('some of them', () => receiver.requests.length > 60 * (cut - 1) + 5);
      await service.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'unlucky work'`;
      for (const id of ids) await waitForAttempts(service.sql, id, 1);
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(180);
    await work.stop();
  });
});

describe('wake-up', () => {
  let worker: ServiceProcess;
  let api: ServiceProcess;
  beforeAll(async () => {
    const { config } = bench.service;
    [worker, api] = await Promise.all([
      startServiceProcess(config, 'worker'),
      startServiceProcess(config, 'api'),
    ]);
  });
  afterAll(() => Promise.all([worker.kill(), api.kill()]));

  test('an alert received by one process is delivered by a worker in another, at once and not at the next sweep', async () => {
    const { company, receiver } = await bench.subscribe();
    const startedMs = performance.now();
    // One after the other, each right after a sweep may have passed: by sweeps alone this takes 6 s.
    for (let count = 1; count <= 12; count += 1) {
      await receiveAlert(api.url ?? '', company);
      await waitFor('the webhook', () => receiver.requests.length === count);
    }
    expect(performance.now() - startedMs).toBeLessThan(4000);
  });

  test('when no notice arrives, a sweep finds it', async () => {
    const { company, receiver } = await bench.subscribe();
    // This service sends no notice.
    for (let count = 1; count <= 3; count += 1) {
      await receiveAlert(bench.service.url, company);
      await waitFor('the webhook', () => receiver.requests.length === count, 5000);
    }
    expect(receiver.requests).toHaveLength(3);
  });

  test('also by a worker that hears no notices at all', async () => {
    await worker.stop();
    const deaf: AnotherWork = await startAnotherWork(bench.service, { hearsNotices: false });
    const { company, receiver } = await bench.subscribe();
    for (let count = 1; count <= 3; count += 1) {
      await receiveAlert(api.url ?? '', company);
      await waitFor('the webhook', () => receiver.requests.length === count, 5000);
    }
    await deaf.stop();
    expect(receiver.requests).toHaveLength(3);
  });
});
