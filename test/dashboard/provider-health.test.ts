import { beforeAll, describe, expect, test } from 'vitest';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { useForward } from '../support/use-forward.ts';

const bench = useForward();
let operator: SignedInClient;
beforeAll(async () => {
  operator = await signIn(bench.service, { role: 'operator' });
});

async function health() {
  const { body } = await operator.get('/operator/providers');
  const [a, b] = body.data;
  expect([a.provider, b.provider]).toEqual(['provider_a_alerts', 'provider_b_rdr']);
  return { a, b };
}

describe('providers’ health', () => {
  test('before anything was heard of them', async () => {
    const { a, b } = await health();
    const silent = { last_received_at: null, received_by_hour: Array(24).fill(0), unrouted: 0, alarms: [] };
    expect(b).toEqual({ provider: 'provider_b_rdr', ...silent, forwards: null });
    expect(a).toMatchObject({ ...silent, forwards: { queued: 0, accepted_24h: 0, last_accepted_at: null } });
  });

  test('counts what arrived by hour, routed or not, and remembers the last', async () => {
    const { service, company } = bench;
    const { a: before } = await health();
    const messages = [
      alertMessage(company),
      alertMessage(company),
      alertMessage(company, { descriptor: 'NOBODYS' }),
    ];
    const results = await deliverAlerts(service.url, 'provider_a_alerts', messages);
    const [old, ancient] = results.map(({ alert_id: alertId }) => String(alertId));
    await service.sql`update alert_receipts set received_at = clock_timestamp() - interval '150 minutes' where provider_alert_id = ${old ?? ''}`;
    await service.sql`update alert_receipts set received_at = clock_timestamp() - interval '25 hours' where provider_alert_id = ${ancient ?? ''}`;

    const { a } = await health();

    expect(a.received_by_hour).toHaveLength(24);
    expect(a.received_by_hour[23] - before.received_by_hour[23]).toBe(1);
    expect(a.received_by_hour[21] - before.received_by_hour[21]).toBe(1);
    expect(a.received_by_hour.reduce((sum: number, count: number) => sum + count)).toBe(2);
    expect(a.unrouted).toBe(1);
    expect(Date.parse(a.last_received_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('tells what provider A took, what waits, and what it refused with its words', async () => {
    await bench.settle(await bench.answer(2));
    bench.provider.behave(() => ({
      kind: 'take',
      judge: () => ({ result: 'failure', recoverable: false, message: 'unknown case' }),
    }));
    const refused = await bench.answer(1);
    await bench.settle(refused);

    const { a } = await health();

    expect(a.forwards).toMatchObject({ accepted_24h: 2, refused_24h: 1, too_late_24h: 0, queued: 0 });
    expect(a.forwards.last_accepted_at).toMatch(/Z$/);
    expect(a.alarms).toMatchObject([
      {
        provider_alert_id: refused[0]?.providerAlertId,
        state: 'refused',
        provider_message: expect.stringContaining('unknown case'),
        company_name: expect.stringMatching(/^Company /),
      },
    ]);
  });

  test('counts what waits and since when', async () => {
    await bench.holdBack(async () => {
      await bench.answer(2);
      const { a } = await health();
      expect(a.forwards.queued).toBe(2);
      expect(Date.parse(a.forwards.oldest_queued_at)).toBeGreaterThan(Date.now() - 60_000);
    });
  });
});
