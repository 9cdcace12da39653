import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createTestCompany } from '../support/company.ts';
import { makeDue, readJobs, waitForAttempts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import type { ReceivedRequest } from '../support/receiver.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

const bench = useDelivery();

function run(...args: string[]) {
  return runCli(args, besideService(bench.service));
}

function json(...args: string[]) {
  return runJson(args, besideService(bench.service));
}

/** Whether a third party's verifier accepts the request with this secret. */
function accepts(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

async function waitForAttemptElsewhere(alertId: string, pausedId: string): Promise<void> {
  await waitFor('an attempt at the other endpoint', async () => {
    const rows = await bench.service.sql`
      select 1 from webhook_deliveries
      where alert_id = ${alertId} and endpoint_id <> ${pausedId} and attempts > 0`;
    return rows.length > 0;
  });
}

async function waitForDelivered(alertId: string): Promise<void> {
  await waitFor('the delivery', async () => {
    const rows = await bench.service.sql`
      select 1 from webhook_deliveries where alert_id = ${alertId} and delivered_at is not null`;
    return rows.length > 0;
  });
}

describe('endpoint list', () => {
  test('shows of each endpoint its address, its state and what waits, and of its secret only the end', async () => {
    const { sql, url } = bench.service;
    const { company, endpointId, secret, receiver } = await bench.subscribe();
    await createTestEndpoint(bench.service, company, 'http://127.0.0.1:9/', 'legacy');
    await json('endpoint', 'pause', endpointId, '--reason', 'Moves');
    const alertId = await receiveAlert(url, company);
    await waitForAttemptElsewhere(alertId, endpointId);
    await sql`
      update webhook_deliveries set failed_at = clock_timestamp()
      where alert_id = ${alertId} and endpoint_id <> ${endpointId}`;

    const { endpoints } = await json('endpoint', 'list', '--company', company.companyId);

    const [first, second] = endpoints;
    expect(endpoints).toHaveLength(2);
    expect(first).toEqual({
      endpoint_id: endpointId,
      url: receiver.url,
      format: 'v2',
      state: 'paused',
      paused_at: expect.stringMatching(/Z$/),
      paused_reason: 'Moves',
      created_at: expect.stringMatching(/Z$/),
      secret: `…${secret.slice(-4)}`,
      previous_secret_until: null,
      waiting_jobs: 1,
      failed_deliveries: 0,
    });
    expect(second).toMatchObject({
      state: 'active',
      format: 'legacy',
      paused_reason: null,
      failed_deliveries: 1,
    });
  });

  test('another company sees none of them; for a person it is a table', async () => {
    const { company, endpointId, secret } = await bench.subscribe();
    const stranger = await createTestCompany(bench.service.sql);

    const own = await run('endpoint', 'list', '--company', company.companyId);
    const others = await json('endpoint', 'list', '--company', stranger.companyId);

    expect(own.stdout).toContain(endpointId);
    expect(own.stdout).not.toContain(secret);
    expect(others).toEqual({ endpoints: [] });
  });
});

describe('endpoint pause and resume', () => {
  test('what waited goes out at once, also what was between two attempts', async () => {
    const { sql, url } = bench.service;
    const { company, endpointId, receiver } = await bench.subscribe(() => ({ status: 500 }));
    const retried = await receiveAlert(url, company);
    await waitForAttempts(sql, retried, 1);

    const paused = await json('endpoint', 'pause', endpointId);
    receiver.behave(() => ({ status: 200 }));
    await makeDue(sql, retried);
    const fresh = await receiveAlert(url, company);
    await sql`update outbox_jobs set due_at = clock_timestamp() + interval '1 hour' where alert_id = ${retried}`;
    const seenWhilePaused = receiver.requests.length;
    const resumed = await json('endpoint', 'resume', endpointId);

    await Promise.all([retried, fresh].map((alertId) => waitForDelivered(alertId)));
    expect(paused).toEqual({
      endpoint_id: endpointId,
      state: 'paused',
      paused_reason: 'Paused by the operator',
    });
    expect(seenWhilePaused).toBe(1);
    expect(resumed).toEqual({ endpoint_id: endpointId, state: 'active', waiting_jobs: 2 });
    expect(await readJobs(sql, retried)).toEqual([]);
  });

  test('a reason replaces the one before; without one it stays, and so does the time', async () => {
    const { endpointId, company } = await bench.subscribe();
    const readPause = async () => {
      const { endpoints } = await json('endpoint', 'list', '--company', company.companyId);
      return [endpoints[0].paused_at, endpoints[0].paused_reason];
    };
    await json('endpoint', 'pause', endpointId, '--reason', 'first');
    const [since] = await readPause();
    await json('endpoint', 'pause', endpointId, '--reason', 'second');
    await json('endpoint', 'pause', endpointId);

    expect(await readPause()).toEqual([since, 'second']);
    await json('endpoint', 'resume', endpointId);
    expect(await readPause()).toEqual([null, null]);
  });

  test('resuming says that a blocked company waits all the same', async () => {
    const { endpointId, company } = await bench.subscribe();
    await json('company', 'block', company.companyId, '--reason', 'why');

    const { code, stdout } = await run('endpoint', 'resume', endpointId);

    expect(code).toBe(0);
    expect(stdout).toContain('its company is blocked');
  });
});

describe('endpoint rotate (D23)', () => {
  test('both secrets sign for a day; a second rotation ends the first secret at once', async () => {
    const { service } = bench;
    const { company, endpointId, secret: first, receiver } = await bench.subscribe();
    const { secret: second, previous_secret_until: until } = await json('endpoint', 'rotate', endpointId);
    await receiveAlert(service.url, company);
    const afterOne = await waitFor('the webhook', () => receiver.requests[0]);
    const { secret: third } = await json('endpoint', 'rotate', endpointId);
    await receiveAlert(service.url, company);
    const afterTwo = await waitFor('the webhook', () => receiver.requests[1]);
    await service.sql`
      update webhook_endpoints set previous_secret_until = clock_timestamp() where id = ${endpointId}`;
    await receiveAlert(service.url, company);
    const afterADay = await waitFor('the webhook', () => receiver.requests[2]);

    const accepted = (request: ReceivedRequest) =>
      [first, second, third].map((secret) => accepts(secret, request));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(Math.abs(Date.parse(until) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    expect(accepted(afterOne)).toEqual([true, true, false]);
    expect(accepted(afterTwo)).toEqual([false, true, true]);
    expect(accepted(afterADay)).toEqual([false, false, true]);
  });
});

describe('endpoint test', () => {
  test.for(['v2', 'legacy'] as const)(
    'sends a signed sample as %s at once, past the outbox',
    async (format) => {
      const receiver = await bench.startReceiver(() => ({ status: 202, body: 'thank\u001B[31m you' }));
      const company = await createTestCompany(bench.service.sql);
      const { endpointId, secret } = await createTestEndpoint(bench.service, company, receiver.url, format);
      await json('endpoint', 'pause', endpointId);

      const tested = await json('endpoint', 'test', endpointId);
      const shown = await run('endpoint', 'test', endpointId);

      const [request] = receiver.requests;
      expect(tested).toEqual({
        endpoint_id: endpointId,
        url: receiver.url,
        webhook_id: expect.stringMatching(/^msg_test_/),
        status: 202,
        error: null,
        response: 'thank\u001B[31m you',
        duration_ms: expect.any(Number),
      });
      expect(request?.headers['webhook-id']).toBe(tested.webhook_id);
      expect(request !== undefined && accepts(secret, request)).toBe(true);
      const keys = Object.keys(JSON.parse(request?.body ?? ''));
      expect(keys).toContain(format === 'v2' ? 'provider_alert_id' : 'card_number');
      expect(shown.stdout).not.toContain('\u001B');
      const stored = await bench.service.sql`
      select 1 from webhook_deliveries where endpoint_id = ${endpointId}
      union all select 1 from alerts where company_id = ${company.companyId}`;
      expect(stored).toHaveLength(0);
    },
  );

  test('exit code 1 and the reason when the answer is no 2xx', async () => {
    const { endpointId } = await bench.subscribe(() => ({ status: 302, headers: { location: '/' } }));

    const { code, stdout, stderr } = await run('endpoint', 'test', endpointId, '--json');

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: 302, error: null });
    expect(stderr).toBe('error: The endpoint did not answer with a 2xx: answered 302\n');
  });

  test('exit code 1 and the reason when nobody answers', async () => {
    const company = await createTestCompany(bench.service.sql);
    const { endpointId } = await createTestEndpoint(bench.service, company, 'http://127.0.0.1:9/');

    const { code, stdout, stderr } = await run('endpoint', 'test', endpointId, '--json');

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: null, error: 'connect: Connection refused' });
    expect(stderr).toContain('connect: Connection refused');
  });

  test('a key that is not the one of the service is named as the reason', async () => {
    const { endpointId } = await bench.subscribe();

    const { code, stderr } = await runCli(['endpoint', 'test', endpointId], {
      ...besideService(bench.service),
      SECRET_KEY: 'another key of some length',
    });

    expect(code).toBe(1);
    expect(stderr).toContain('it was sealed with another SECRET_KEY');
  });
});
