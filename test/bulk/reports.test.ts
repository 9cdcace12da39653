import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCheck } from '../../src/bulk/open-check.ts';
import type { UserRole } from '../../src/rules/permissions.ts';
import {
  deleteBulkUpdate,
  discardForgottenBulkUpdates,
  findOldBulkUpdate,
} from '../../src/store/retention/delete-bulk-updates.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { receiveMany, startNow, tryUpload, upload, waitUntilDone } from './support.ts';

let service: TestService;
let company: TestCompany;
let client: SignedInClient;

beforeAll(async () => {
  service = await startTestService({}, { work: true });
  company = await createTestCompany(service.sql);
  client = await signIn(service, { role: 'analyst', companyId: company.companyId });
});
afterAll(() => service.stop());

describe('the result file', () => {
  test('has the lines as they were given, what became of each, and no formula', async () => {
    const [applied, definitive] = await receiveMany(service.url, company, 2);
    await placeAlert(service.sql, definitive?.id ?? '', { status: 'notfound' });
    const update = await upload(
      client,
      [
        'nota;alert;status;result',
        `=cmd|x;${applied?.id};OTHER;old`,
        `"a;b ""c""";${definitive?.id};other;`,
        '-5;NONE;other;',
        '@x;1,2E+10;other;',
        `;${applied?.id};nonsense;`,
      ].join('\r\n'),
      'Março.csv',
    );
    expect(update.file_name).toBe('Março.csv');
    await startNow(client, service.sql, update.id);
    await waitUntilDone(client, update.id);
    const answer = await client.get(`/bulk-updates/${update.id}/result.csv?locale=pt-BR`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const bytes = await fetchBytes(`/bulk-updates/${update.id}/result.csv`);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'nota;alert;status;resultado;mensagem',
      `'=cmd|x;${applied?.id};OTHER;applied;O status foi definido`,
      `"a;b ""c""";${definitive?.id};other;already_definitive;Alert already has a definitive status`,
      "'-5;NONE;other;not_found;Alert not found",
      `'@x;"1,2E+10";other;damaged;"Uma planilha parece ter alterado o identificador; formate a coluna como texto e copie de novo"`,
      `;${applied?.id};nonsense;invalid_status;"O status deve ser notfound, account_suspended ou other"`,
      '',
    ]);
    expect(bytes.toString()).toContain(`'=cmd|x,${applied?.id},OTHER,applied,The status was set\r\n`);
  });

  test('can be uploaded again as it is', async () => {
    await receiveAlert(service.url, company, 'provider_a_alerts', { alert_id: '=A1' });
    const first = await upload(client, 'alert,status\n=A1,other');
    const { text } = await client.get(`/bulk-updates/${first.id}/result.csv`);
    expect(text).toContain("'=A1,other,will_apply,The status can be set");
    const second = await upload(client, text);
    expect(second).toMatchObject({ rows_to_apply: 1 });
    const { text: again } = await client.get(`/bulk-updates/${second.id}/result.csv`);
    expect(again.split('\r\n')[0]?.replace('\uFEFF', '')).toBe('alert,status,result,message');
    await client.post(`/bulk-updates/${first.id}/cancel`);
    await client.post(`/bulk-updates/${second.id}/cancel`);
  });

  test('of a selection names the alerts', async () => {
    const [alert] = await receiveMany(service.url, company, 1);
    const source = { kind: 'selection', alert_ids: [alert?.id] };
    const { body } = await client.post('/bulk-updates', { source, status: 'other' });
    const { text } = await client.get(`/bulk-updates/${body.id}/result.csv`);
    expect(text).toContain(`${alert?.id},${alert?.providerAlertId},other,will_apply`);
    await client.post(`/bulk-updates/${body.id}/cancel`);
  });
});

describe('the template', () => {
  test.each([
    ['en', 'alert,status\r\n'],
    ['pt-BR', 'alert;status\r\n'],
  ])('for %s is a file that can be uploaded', async (locale, header) => {
    const { text } = await client.get(`/bulk-updates/template.csv?locale=${locale}`);
    expect(text).toContain(header);
    const update = await upload(client, text);
    expect(update.verdicts).toEqual([{ verdict: 'not_found', rows: 2, message: 'Alert not found' }]);
    const started = await client.post(`/bulk-updates/${update.id}/start`);
    expect([started.status, started.body.error.message]).toEqual([422, 'There is nothing to apply']);
    await client.post(`/bulk-updates/${update.id}/cancel`);
  });
});

describe('who may', () => {
  test.each<[role: UserRole, reads: number, runs: number]>([
    ['owner', 200, 200],
    ['analyst', 200, 200],
    ['viewer', 200, 403],
    ['operator', 403, 403],
  ])('%s', async (role, reads, runs) => {
    const own = role === 'operator' ? undefined : company.companyId;
    const person = await signIn(service, { role, companyId: own });
    expect((await person.get('/bulk-updates')).status).toBe(reads);
    expect((await person.get('/bulk-updates/template.csv')).status).toBe(reads);
    const uploaded = await tryUpload(person, 'alert,status\nNONE,other');
    expect(uploaded.status).toBe(runs);
    const source = { kind: 'filter', filter: { q: 'nobody' } };
    const filtered = await person.post('/bulk-updates', { source, status: 'other' });
    expect(filtered.status).toBe(runs);
    for (const { body, status } of [uploaded, filtered]) {
      if (status === 200) await person.post(`/bulk-updates/${body.id}/cancel`);
    }
  });

  test('another company’s update does not exist (promise 3)', async () => {
    const update = await upload(client, 'alert,status\nNONE,other');
    const stranger = await signIn(service, { role: 'owner' });
    for (const path of ['', '/rows', '/result.csv']) {
      expect((await stranger.get(`/bulk-updates/${update.id}${path}`)).status).toBe(404);
    }
    for (const path of ['start', 'cancel', 'rerun']) {
      expect((await stranger.post(`/bulk-updates/${update.id}/${path}`)).status).toBe(404);
    }
    expect((await stranger.get('/bulk-updates')).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await client.get('/bulk-updates/nonsense')).status).toBe(404);
    await client.post(`/bulk-updates/${update.id}/cancel`);
  });

  test('every step but the answers themselves is in the audit log', async () => {
    const alert = await receiveAlert(service.url, company);
    const update = await upload(client, `alert,status\n${alert},other`, 'audited.csv');
    await startNow(client, service.sql, update.id);
    await waitUntilDone(client, update.id);
    const entries = await service.sql`
      select action, actor, details from audit_log where subject = ${update.id} order by audit_id`;
    expect([...entries]).toEqual([
      {
        action: 'bulk_update.checked',
        actor: client.email,
        details: { source: 'csv', file_name: 'audited.csv', rows: 1 },
      },
      {
        action: 'bulk_update.started',
        actor: client.email,
        details: { source: 'csv', file_name: 'audited.csv', rows_to_apply: 1 },
      },
    ]);
  });
});

describe('limits', () => {
  test('three unfinished updates a company; a person’s own forgotten check makes room', async () => {
    const { companyId } = await createTestCompany(service.sql);
    const [ana, bia] = [
      await signIn(service, { role: 'analyst', companyId }),
      await signIn(service, { role: 'analyst', companyId }),
    ];
    const file = 'alert,status\nNONE,other';
    const first = await upload(ana, file);
    await upload(ana, file);
    await upload(ana, file);
    const refused = await tryUpload(bia, file);
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      '3 bulk updates of your company are not finished. Wait until one is, or cancel one.',
    ]);
    await upload(ana, file);
    expect((await ana.get(`/bulk-updates/${first.id}`)).body.state).toBe('discarded');
    const together = await Promise.all(Array.from({ length: 4 }, () => tryUpload(bia, file)));
    expect(together.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    const open = await service.sql`
      select 1 from bulk_updates where company_id = ${companyId} and state in ('checking', 'ready', 'running')`;
    expect(open).toHaveLength(3);
  });

  test.each([
    [{ source: { kind: 'selection', alert_ids: [] }, status: 'other' }, 'alert_ids must be 1 to 1000 ids'],
    [
      { source: { kind: 'selection', alert_ids: Array.from({ length: 1001 }, () => 'x') }, status: 'other' },
      'alert_ids must be 1 to 1000 ids',
    ],
    [{ source: { kind: 'all' }, status: 'other' }, 'source must be a selection of alerts or a filter'],
    [
      { source: { kind: 'filter', filter: { card_bin: 'x' } }, status: 'other' },
      'card_bin must be 6-8 digits',
    ],
    [
      { source: { kind: 'filter', filter: {} }, status: 'expired' },
      'status must be one of notfound, account_suspended, other; received "expired"',
    ],
  ])('a request that does not fit is refused in the API’s words (%#)', async (body, message) => {
    const answer = await client.post('/bulk-updates', body);
    expect([answer.status, answer.body.error.message]).toEqual([422, message]);
  });

  test('a check that took too long tells what to do instead, and leaves nothing', async () => {
    const { sql, config } = service;
    const { companyId, userId, email } = client;
    const requester = { companyId: companyId ?? '', userId, email, address: '' };
    const update = { source: 'csv', request: {}, fileName: 'slow.csv' } as const;
    const ended = runCheck({ ...config, sql }, requester, update, async ({ key }) => {
      await sql`update bulk_updates set state = 'discarded' where id = ${key.id}`;
    });
    await expect(ended).rejects.toThrow(/longer than 10 minutes .* Split the file and upload it again\.$/);
    expect(await sql`select 1 from bulk_updates where file_name = 'slow.csv'`).toHaveLength(0);
  });

  test('old updates are deleted in bounded steps; forgotten ones are given up', async () => {
    const { sql } = service;
    const { companyId } = await createTestCompany(sql);
    const owner = await signIn(service, { role: 'owner', companyId });
    const old = await upload(owner, `alert,status\n${'NONE,other\n'.repeat(25)}`);
    const young = await upload(owner, 'alert,status\nNONE,other');
    const stuck = await upload(owner, 'alert,status\nNONE,other');
    await sql`
      update bulk_updates set state = 'done', finished_at = clock_timestamp() - interval '91 days' where id = ${old.id}`;
    await sql`
      update bulk_updates set state = 'done', finished_at = clock_timestamp() - interval '89 days' where id = ${young.id}`;
    await sql`
      update bulk_updates set state = 'checking', created_at = clock_timestamp() - interval '11 minutes'
      where id = ${stuck.id}`;
    await discardForgottenBulkUpdates(sql);
    const found = await findOldBulkUpdate(sql);
    expect(found).toEqual({ companyId, id: old.id });
    await deleteBulkUpdate(sql, { companyId, id: old.id }, 10);
    expect(await findOldBulkUpdate(sql)).toBeUndefined();
    const left = await sql<{ id: string; state: string }[]>`
      select id, state from bulk_updates where company_id = ${companyId} order by state`;
    expect([...left]).toEqual([
      { id: stuck.id, state: 'discarded' },
      { id: young.id, state: 'done' },
    ]);
    expect(await sql`select 1 from bulk_update_rows where bulk_update_id = ${old.id}`).toHaveLength(0);
  });
});

async function fetchBytes(path: string): Promise<Buffer> {
  const response = await fetch(`${service.url}/dashboard/api${path}`, {
    headers: { cookie: client.cookie() ?? '' },
  });
  return Buffer.from(await response.arrayBuffer());
}
