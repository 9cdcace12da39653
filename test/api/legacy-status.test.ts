import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Provider } from '../../src/rules/provider.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, HOUR_MS } from '../support/time.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';
const NOT_FOUND = '{"error":{"code":"ALERT_NOT_FOUND","message":"Alert not found"}}';

async function receive(provider: Provider, overrides: object, hoursAgo = 0): Promise<string> {
  const id = await receiveAlert(api.service.url, api.company, provider, overrides);
  await ageAlert(api.service.sql, id, hoursAgo * HOUR_MS);
  return id;
}

async function statusOf(id: string): Promise<string> {
  return (await api.client.read(id)).body.data.status;
}

describe('spec 5 rule 1 and D21: success', () => {
  test.each(['notfound', 'account_suspended', 'other'])(
    '%s: the whole body, and the alert changes',
    async (status) => {
      const alertId = `alias-${status}`;
      const id = await receive(A, { alert_id: alertId });
      const answer = await api.client.legacyAnswer({ alert_id: alertId, status });
      const { updated_at } = (await api.client.read(id)).body.data;
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(
        JSON.stringify({
          success: true,
          message: 'Status atualizado com sucesso.',
          status,
          data: { id, status, updated_at },
        }),
      );
      expect(await statusOf(id)).toBe(status);
    },
  );

  test('promise 6: the history names the alias and the credential', async () => {
    const id = await receive(A, {});
    await api.client.legacyAnswer({ alert_id: id, status: 'other' });
    const rows = await api.service.sql`select actor_kind, actor from alert_history where alert_id = ${id}`;
    expect([...rows]).toEqual([{ actorKind: 'alias', actor: api.company.clientId }]);
  });

  test('promise 2: a provider A answer is queued for the provider, a provider B answer is stored only', async () => {
    const idA = await receive(A, {});
    const idB = await receive(B, {});
    for (const alert_id of [idA, idB]) await api.client.legacyAnswer({ alert_id, status: 'other' });
    const rows = await api.service.sql<{ alertId: string }[]>`
      select alert_id from forwards where alert_id in ${api.service.sql([idA, idB])}`;
    expect(rows.map(({ alertId }) => alertId)).toEqual([idA]);
  });
});

describe('D20, D21: which alert is meant', () => {
  test.each(['S-1', 'ünï 😀 %_', "O'Hara"])("by the provider's identifier %j", async (alertId) => {
    const id = await receive(A, { alert_id: alertId });
    const answer = await api.client.legacyAnswer({ alert_id: alertId, status: 'other' });
    expect([answer.status, answer.body.data.id]).toEqual([200, id]);
  });

  test.each(['lower', 'upper'])('by our UUID in %s case', async (letters) => {
    const id = await receive(A, {});
    const reference = letters === 'upper' ? id.toUpperCase() : id;
    const answer = await api.client.legacyAnswer({ alert_id: reference, status: 'other' });
    expect([answer.status, answer.body.data.id]).toEqual([200, id]);
  });

  test.each([
    ['provider A is newer', 1, 2, A],
    ['provider B is newer', 2, 1, B],
  ])(
    'both providers use the same alert_id, %s: only the newest changes',
    async (_case, hoursA, hoursB, newest) => {
      const alertId = `alias twin ${newest}`;
      const ids = {
        [A]: await receive(A, { alert_id: alertId }, hoursA),
        [B]: await receive(B, { alert_id: alertId }, hoursB),
      };
      const answer = await api.client.legacyAnswer({ alert_id: alertId, status: 'other' });
      expect(answer.body.data.id).toBe(ids[newest as Provider]);
      expect([await statusOf(ids[A]), await statusOf(ids[B])].toSorted()).toEqual(['other', 'pending']);
    },
  );

  test('authorization_code names no alert here', async () => {
    await receive(A, { auth_code: 'ALIAS-CODE' });
    const answer = await api.client.legacyAnswer({ authorization_code: 'ALIAS-CODE', status: 'other' });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('spec 5 rule 2: errors in the current envelope', () => {
  test.each([
    ['missing', {}],
    ['null', { alert_id: null }],
    ['empty', { alert_id: '' }],
    ['a number', { alert_id: 5 }],
    ['an array', { alert_id: ['S-1'] }],
  ])('alert_id %s → 422 VALIDATION_ERROR that names it', async (_case, fields) => {
    const answer = await api.client.legacyAnswer({ ...fields, status: 'other' });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('alert_id') },
    });
  });

  test.each([
    ['an unknown identifier', 'nobody'],
    ['an unknown UUID', randomUUID()],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['a wildcard', '%'],
    ['half a character', '\ud800'],
  ])('%s → 404 ALERT_NOT_FOUND', async (_case, alertId) => {
    const answer = await api.client.legacyAnswer({ alert_id: alertId, status: 'other' });
    expect([answer.status, answer.text]).toEqual([404, NOT_FOUND]);
  });

  test('a transition that is not allowed → 422 ALERT_INVALID_STATUS', async () => {
    const id = await receive(A, {});
    await api.client.legacyAnswer({ alert_id: id, status: 'notfound' });
    const answer = await api.client.legacyAnswer({ alert_id: id, status: 'other' });
    expect([answer.status, answer.body]).toEqual([
      422,
      { error: { code: 'ALERT_INVALID_STATUS', message: 'Alert already has a definitive status' } },
    ]);
  });

  test('spec transitions: other → account_suspended goes through the alias as through the current endpoint', async () => {
    const id = await receive(A, {});
    await api.client.answer(id, 'other');
    const answer = await api.client.legacyAnswer({ alert_id: id, status: 'account_suspended' });
    expect([answer.status, answer.body.status]).toEqual([200, 'account_suspended']);
  });
});
