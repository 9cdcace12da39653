import { randomUUID } from 'node:crypto';
import type * as fc from 'fast-check';
import { expect } from 'vitest';
import { ALERT_STATUSES, type AnswerStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import { expireAlerts } from '../../src/store/alerts/expire-alerts.ts';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import type { Sql } from '../../src/store/connect.ts';
import type { Answer, createClient } from './client.ts';
import type { TestCompany } from './company.ts';
import { alertMessage, deliverAlerts } from './provider.ts';
import type { ModelAlert, StatusModel } from './status-model.ts';
import { ageAlert } from './time.ts';

/** The service under test, as one company sees it. */
interface Real {
  readonly url: string;
  readonly sql: Sql;
  readonly company: TestCompany;
  readonly client: ReturnType<typeof createClient>;
}

export type StatusCommand = fc.AsyncCommand<StatusModel, Real>;
export type Way = 'api' | 'alias by provider id' | 'alias by uuid';

/** After every command, all that the company can read equals the model. */
function command(
  name: string,
  run: (model: StatusModel, real: Real) => Promise<void>,
  check: (model: Readonly<StatusModel>) => boolean = () => true,
): StatusCommand {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      const { body } = await real.client.list('?per_page=100');
      const listed = body.data as { id: string; status: string; updated_at: string; received_at: string }[];
      const seen = listed.map((alert) => `${alert.id} ${alert.status} ${alert.updated_at}`);
      const known = model.alerts.map(({ id, status, updatedAt }) => `${id} ${status} ${updatedAt}`);
      expect(seen.toSorted()).toEqual(known.toSorted());
      // The list is always newest first.
      const received = listed.map((alert) => alert.received_at);
      expect(received).toEqual(received.toSorted().toReversed());
    },
    toString: () => name,
  };
}

const hasAlerts = (model: Readonly<StatusModel>) => model.alerts.length > 0;

/** One of the alerts there are, whatever number is drawn. */
function pick(model: StatusModel, draw: number): ModelAlert {
  const alert = model.alerts[draw % model.alerts.length];
  if (alert === undefined) throw new Error('there is no alert yet');
  return alert;
}

export function receive(provider: Provider): StatusCommand {
  return command(`receive ${provider}`, async (model, { url, company, client }) => {
    const message = alertMessage(company);
    const [result] = await deliverAlerts(url, provider, [message]);
    expect(result).toMatchObject({ alert_id: message['alert_id'], result: 'accepted' });
    const { data } = (await client.read(String(result?.id))).body;
    expect(data).toMatchObject({ provider, provider_alert_id: message['alert_id'], status: 'pending' });
    model.receive(data.id, message, provider, data.received_at);
  });
}

export function receiveDuplicate(draw: number): StatusCommand {
  return command(
    `receive ${draw} again`,
    async (model, { url }) => {
      const { id, message, provider } = pick(model, draw);
      const results = await deliverAlerts(url, provider, [{ ...message, amount: '0.01' }]);
      expect(results).toEqual([{ alert_id: message['alert_id'], result: 'duplicate', id }]);
    },
    hasAlerts,
  );
}

export function answer(
  draw: number,
  requested: AnswerStatus,
  way: Way,
  key: string | undefined,
): StatusCommand {
  return command(
    `answer ${draw} with ${requested} over ${way}${key === undefined ? '' : ` under key ${key}`}`,
    async (model, real) => {
      const alert = pick(model, draw);
      const given = await send(real, alert, requested, way, key);
      const request = `${way} ${alert.id} ${requested}`;
      const first = key === undefined ? undefined : model.answered.get(key);
      if (first !== undefined) {
        expectRepeated(given, first, request);
        return;
      }
      const expected = model.expectAnswer(alert, requested);
      expect([given.status, given.body.error]).toEqual([expected.status, expected.error]);
      expect(given.headers.get('idempotency-replayed')).toBeNull();
      if (expected.error === undefined) {
        const { data } = given.body;
        expect(data).toEqual({ id: alert.id, status: requested, updated_at: expect.any(String) });
        model.change(alert, requested, way === 'api' ? 'credential' : 'alias', data.updated_at);
      }
      if (key !== undefined) model.answered.set(key, { request, text: given.text, status: given.status });
      expect((await real.client.read(alert.id)).body.data).toMatchObject({
        status: alert.status,
        updated_at: alert.updatedAt,
      });
    },
    // What a key is worth while the company is blocked is no row of the specification.
    (model) => hasAlerts(model) && !(model.isBlocked && key !== undefined),
  );
}

/** D15: the first answer again, or a refusal when the key was used for something else. */
function expectRepeated(
  given: Answer<{ error?: { code: string } }>,
  first: { readonly request: string; readonly text: string; readonly status: number },
  request: string,
): void {
  if (first.request === request) {
    expect([given.status, given.text]).toEqual([first.status, first.text]);
    expect(given.headers.get('idempotency-replayed')).toBe('true');
  } else {
    expect([given.status, given.body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
}

async function send(
  { client }: Real,
  alert: ModelAlert,
  status: AnswerStatus,
  way: Way,
  key: string | undefined,
) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  switch (way) {
    case 'api':
      return client.answer(alert.id, status, headers);
    case 'alias by uuid':
      return client.legacyAnswer({ alert_id: alert.id, status }, headers);
    case 'alias by provider id':
      return client.legacyAnswer({ alert_id: alert.message['alert_id'], status }, headers);
  }
}

export function answerUnknown(requested: AnswerStatus): StatusCommand {
  return command(`answer an unknown alert with ${requested}`, async (model, { client }) => {
    const expected = model.expectAnswer(undefined, requested);
    for (const given of [
      await client.answer(randomUUID(), requested),
      await client.legacyAnswer({ alert_id: 'nobody knows', status: requested }),
    ]) {
      expect([given.status, given.body.error]).toEqual([expected.status, expected.error]);
    }
  });
}

export function letTimePass(draw: number, ms: number): StatusCommand {
  return command(
    `${ms / 3_600_000} h pass for ${draw}`,
    async (model, { sql }) => {
      const alert = pick(model, draw);
      await ageAlert(sql, alert.id, ms);
      alert.ageMs += ms;
    },
    hasAlerts,
  );
}

export function runExpiry(): StatusCommand {
  return command('expiry', async (model, { sql, client }) => {
    await expireAlerts(sql, 10_000);
    for (const alert of model.due()) {
      const { data } = (await client.read(alert.id)).body;
      model.change(alert, 'expired', 'service', data.updated_at);
    }
  });
}

export function setBlocked(blocked: boolean): StatusCommand {
  return command(
    blocked ? 'block' : 'unblock',
    async (model, { sql, company }) => {
      if (blocked) await markCompanyBlocked(sql, company.companyId, 'by the model');
      else await clearCompanyBlock(sql, company.companyId);
      model.isBlocked = blocked;
    },
    (model) => model.isBlocked !== blocked,
  );
}

export function countByStatus(): StatusCommand {
  return command('count by status', async (model, { client }) => {
    for (const status of ALERT_STATUSES) {
      const { body } = await client.list(`?status=${status}&per_page=1`);
      const total = model.countByStatus(status);
      expect(body.meta).toEqual({ page: 1, per_page: 1, total, total_pages: total });
    }
  });
}
