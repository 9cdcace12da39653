import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { lockAlert, setDeadlineAhead, waitForLockWaiters } from '../support/locks.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { readRows, receiveMany, startNow, upload, waitUntilDone } from './support.ts';

const MINUTE_MS = 60_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { work: true });
});
afterAll(() => service.stop());

async function createPerson(): Promise<{ company: TestCompany; client: SignedInClient }> {
  const company = await createTestCompany(service.sql);
  return { company, client: await signIn(service, { role: 'analyst', companyId: company.companyId }) };
}

async function statusOf(alertId: string): Promise<string> {
  const [row] = await service.sql<{ status: string }[]>`select status from alerts where id = ${alertId}`;
  return row?.status ?? 'missing';
}

describe('a started update', () => {
  test('answers each alert once, with its history, its forwarding and its line', async () => {
    const { company, client } = await createPerson();
    const alerts = await receiveMany(service.url, company, 1200);
    const refunded = await receiveAlert(service.url, company, 'provider_b_rdr');
    const lines = alerts.map(({ providerAlertId }) => `${providerAlertId},account_suspended`);
    const update = await upload(client, `alert,status\n${lines.join('\n')}\n${refunded},other\nNONE,other`);
    expect(update).toMatchObject({ rows_total: 1202, rows_to_apply: 1201 });
    await startNow(client, service.sql, update.id);
    const done = await waitUntilDone(client, update.id);
    expect(done).toMatchObject({ rows_applied: 1201, rows_refused: 0, can_cancel: false });
    expect(done.finished_at).not.toBeNull();

    const history = await service.sql<
      { alertId: string; actorKind: string; actor: string; toStatus: string }[]
    >`
      select alert_id, actor_kind, actor, to_status from alert_history where company_id = ${company.companyId}`;
    expect(history).toHaveLength(1201);
    const actors = new Map(
      history.map(({ alertId, actorKind, actor }) => [alertId, `${actorKind} ${actor}`]),
    );
    for (const [position, { id }] of alerts.entries()) {
      expect(actors.get(id)).toBe(`csv ${update.id}:${position + 2}`);
    }
    const forwards = await service.sql`
      select 1 from forwards where company_id = ${company.companyId} and outcome = 'account_suspended'`;
    expect(forwards).toHaveLength(1200);
    expect(await readRows(client, update.id, '&verdict=not_found')).toMatchObject([
      { line: 1203, result: null },
    ]);
    expect(await readRows(client, update.id, '&result=applied&page=13')).toHaveLength(1);
  });

  test('from a selection or a filter names the person who started it', async () => {
    const { company, client } = await createPerson();
    const [first, second, third] = await receiveMany(service.url, company, 3);
    const other = await signIn(service, { role: 'owner', companyId: company.companyId });
    const { body: selected } = await client.post('/bulk-updates', {
      source: {
        kind: 'selection',
        alert_ids: [first?.id, first?.id, '11111111-1111-4111-8111-111111111111', 'x'],
      },
      status: 'notfound',
    });
    expect(selected).toMatchObject({
      state: 'ready',
      status: 'notfound',
      rows_total: 3,
      rows_to_apply: 1,
      filter: null,
    });
    await startNow(other, service.sql, selected.id);
    expect(await waitUntilDone(client, selected.id)).toMatchObject({
      rows_applied: 1,
      created_by: other.email,
    });
    const { body: filtered } = await client.post('/bulk-updates', {
      source: { kind: 'filter', filter: { view: 'needs_answer' } },
      status: 'other',
    });
    expect(filtered).toMatchObject({ rows_total: 2, rows_to_apply: 2, filter: { view: 'needs_answer' } });
    await startNow(client, service.sql, filtered.id);
    await waitUntilDone(client, filtered.id);
    const history = await service.sql`
      select alert_id, to_status, actor_kind, actor from alert_history
      where company_id = ${company.companyId} order by to_status, alert_id`;
    expect(history).toEqual([
      { alertId: first?.id, toStatus: 'notfound', actorKind: 'user', actor: other.userId },
      ...[second?.id ?? '', third?.id ?? '']
        .toSorted()
        .map((alertId) => ({ alertId, toStatus: 'other', actorKind: 'user', actor: client.userId })),
    ]);
  });

  test('waits 5 seconds for a change of mind, but not with rows in their last 5 minutes', async () => {
    const { company, client } = await createPerson();
    const urgent = await receiveAlert(service.url, company);
    const calm = await receiveAlert(service.url, company);
    await setDeadlineAhead(service.sql, urgent, 5 * MINUTE_MS - 2000);
    await setDeadlineAhead(service.sql, calm, 5 * MINUTE_MS + 30_000);
    const update = await upload(client, `alert,status\n${calm},notfound\n${urgent},notfound`);
    const { body: started } = await client.post(`/bulk-updates/${update.id}/start`);
    expect(started.state).toBe('running');
    expect(Date.parse(started.start_at) - Date.parse(started.server_time)).toBeGreaterThan(4000);
    await waitFor('the urgent row to run', async () => (await statusOf(urgent)) === 'notfound', 4000);
    const { body: cancelled } = await client.post(`/bulk-updates/${update.id}/cancel`);
    expect(cancelled).toMatchObject({ state: 'cancelled', rows_applied: 1 });
    await service.sql`update bulk_updates set start_at = clock_timestamp() where id = ${update.id}`;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await statusOf(calm)).toBe('pending');
  });

  test('runs the nearest deadline first, and rows without one last', async () => {
    const { company, client } = await createPerson();
    const [late, soon, sooner] = (await receiveMany(service.url, company, 3)).map(({ id }) => id);
    const refunded = await receiveAlert(service.url, company, 'provider_b_rdr');
    await setDeadlineAhead(service.sql, soon ?? '', 60 * MINUTE_MS);
    await setDeadlineAhead(service.sql, sooner ?? '', 30 * MINUTE_MS);
    const lines = [refunded, late, soon, sooner].map((id) => `${id},other`);
    const update = await upload(client, `alert,status\n${lines.join('\n')}`);
    await startNow(client, service.sql, update.id);
    await waitUntilDone(client, update.id);
    const history = await service.sql<{ alertId: string }[]>`
      select alert_id from alert_history where company_id = ${company.companyId} order by history_id`;
    expect(history.map(({ alertId }) => alertId)).toEqual([sooner, soon, late, refunded]);
  });

  test('decides again when a row runs: what happened since the check is told in the API’s words', async () => {
    const { company, client } = await createPerson();
    const [answered, expired, open] = (await receiveMany(service.url, company, 3)).map(({ id }) => id);
    const update = await upload(client, `alert,status\n${answered},other\n${expired},other\n${open},other`);
    await createClient(service.url, company).answer(answered ?? '', 'notfound');
    await placeAlert(service.sql, expired ?? '', { status: 'expired' });
    await startNow(client, service.sql, update.id);
    expect(await waitUntilDone(client, update.id)).toMatchObject({ rows_applied: 1, rows_refused: 2 });
    const rows = await readRows(client, update.id);
    expect(rows.map(({ result, message }) => [result, message])).toEqual([
      ['already_definitive', 'Alert already has a definitive status'],
      ['alert_expired', 'Alert has expired'],
      ['applied', null],
    ]);
    expect(await readRows(client, update.id, '&result=refused')).toHaveLength(2);
  });

  test('of a company that is blocked meanwhile applies nothing more (D7)', async () => {
    const { company, client } = await createPerson();
    const alert = await receiveAlert(service.url, company);
    const update = await upload(client, `alert,status\n${alert},other`);
    await client.post(`/bulk-updates/${update.id}/start`);
    await service.sql`update companies set blocked_at = now(), blocked_reason = 'x' where id = ${company.companyId}`;
    await service.sql`update bulk_updates set start_at = clock_timestamp() where id = ${update.id}`;
    await waitUntilDone(client, update.id);
    expect(await readRows(client, update.id)).toMatchObject([
      { result: 'company_blocked', message: 'Company is blocked' },
    ]);
    expect(await statusOf(alert)).toBe('pending');
  });
});

describe('a cancelled update', () => {
  test('stops between two batches: what was applied stays, the rest can be run again', async () => {
    const { company, client } = await createPerson();
    const alerts = await receiveMany(service.url, company, 1000);
    const update = await upload(client, `alert,status\n${alerts.map(({ id }) => `${id},other`).join('\n')}`);
    const [stuck] = await service.sql<{ alertId: string }[]>`
      select alert_id from bulk_update_rows where bulk_update_id = ${update.id} order by answer_by, line offset 700 limit 1`;
    // An answer that takes long holds the second batch up; it gives way and would come again.
    const held = await lockAlert(service.sql, stuck?.alertId ?? '');
    await startNow(client, service.sql, update.id);
    await waitForLockWaiters(service.sql);
    const { body: cancelled } = await client.post(`/bulk-updates/${update.id}/cancel`);
    await held.rollBack();
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      rows_applied: 500,
      rows_refused: 0,
      can_cancel: false,
    });
    const changed = await service.sql`
      select 1 from alerts where company_id = ${company.companyId} and status = 'other'`;
    expect(changed).toHaveLength(500);
    expect((await client.post(`/bulk-updates/${update.id}/cancel`)).status).toBe(409);
    expect((await client.post(`/bulk-updates/${update.id}/start`)).status).toBe(409);

    const { body: again } = await client.post(`/bulk-updates/${update.id}/rerun`);
    expect(again).toMatchObject({ source: 'csv', state: 'ready', rows_total: 500, rows_to_apply: 500 });
    await startNow(client, service.sql, again.id);
    expect(await waitUntilDone(client, again.id)).toMatchObject({ rows_applied: 500 });
    const history = await service.sql`select 1 from alert_history where company_id = ${company.companyId}`;
    expect(history).toHaveLength(1000);
    const { body: nothing } = await client.post(`/bulk-updates/${again.id}/rerun`);
    expect(nothing.error.message).toBe('There are no rows left to apply');
  });

  test('that was only checked is discarded', async () => {
    const { company, client } = await createPerson();
    const alert = await receiveAlert(service.url, company);
    const update = await upload(client, `alert,status\n${alert},other`);
    const { body } = await client.post(`/bulk-updates/${update.id}/cancel`);
    expect(body).toMatchObject({ state: 'discarded', rows_applied: 0 });
    expect((await client.post(`/bulk-updates/${update.id}/start`)).body.error.code).toBe('CONFLICT');
    expect((await client.post(`/bulk-updates/${update.id}/rerun`)).status).toBe(409);
  });
});
