import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { killServiceProcesses, startServiceProcess } from '../support/worker-process.ts';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(async () => {
  killServiceProcesses();
  await service.stop();
});

describe('a process behind a balancer that is asked to stop', () => {
  test('says that it is not ready, and serves whoever comes all the same', async () => {
    let isLeaving = false;
    const leaving = await startSecondService(service, { isLeaving: () => isLeaving });
    const headers = { authorization: company.authorization };
    async function statuses(): Promise<number[]> {
      const paths = ['/readyz', '/healthz', '/api/v1/chargeback-alert/alerts'];
      const answers = await Promise.all(paths.map((path) => fetch(leaving.url + path, { headers })));
      return answers.map(({ status }) => status);
    }
    expect(await statuses()).toEqual([200, 200, 200]);
    isLeaving = true;
    expect(await statuses()).toEqual([503, 200, 200]);
    await leaving.stop();
  });

  test('goes on for as long as it was told, and then ends in order', async () => {
    const leaving = await startServiceProcess(service.config, 'api', { STOP_DELAY_SECONDS: '1' });
    const askedAtMs = performance.now();
    expect(await leaving.stop()).toBe(0);
    expect(performance.now() - askedAtMs).toBeGreaterThan(990);
    const atOnce = await startServiceProcess(service.config, 'worker', { STOP_DELAY_SECONDS: '10' });
    const workerAskedAtMs = performance.now();
    expect(await atOnce.stop()).toBe(0);
    expect(performance.now() - workerAskedAtMs).toBeLessThan(10_000);
  });
});
