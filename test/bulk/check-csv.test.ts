import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';
import { countsOf, readRows, receiveMany, tryUpload, upload } from './support.ts';

let service: TestService;
let company: TestCompany;
let client: SignedInClient;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
  client = await signIn(service, { role: 'analyst', companyId: company.companyId });
});
afterAll(() => service.stop());

/** What the check says of each line, by its number. */
async function verdictsOf(content: string | Uint8Array): Promise<Record<number, string>> {
  const update = await upload(client, content);
  expect(update).toMatchObject({ state: 'ready', source: 'csv', rows_applied: 0, can_cancel: true });
  const rows = await readRows(client, update.id);
  expect(rows).toHaveLength(update.rows_total);
  await client.post(`/bulk-updates/${update.id}/cancel`);
  return Object.fromEntries(rows.map(({ line, verdict }) => [line, verdict]));
}

describe('the verdict on a line, before anything is written', () => {
  test('finds an alert by our id and by the provider’s', async () => {
    const [first, second, third] = await receiveMany(service.url, company, 3);
    const content = [
      'alert,status',
      `${first?.id},notfound`,
      `${second?.providerAlertId},OTHER`,
      ` ${third?.id.toUpperCase()} , Account_Suspended `,
    ].join('\n');
    expect(await verdictsOf(content)).toEqual({ 2: 'will_apply', 3: 'will_apply', 4: 'will_apply' });
    const statuses =
      await service.sql`select distinct status from alerts where company_id = ${company.companyId}`;
    expect(statuses).toEqual([{ status: 'pending' }]);
  });

  test('says in the API’s words why an alert is locked', async () => {
    const expired = await receiveAlert(service.url, company);
    await placeAlert(service.sql, expired, { status: 'expired' });
    const late = await receiveAlert(service.url, company);
    await ageAlert(service.sql, late, DAY_MS);
    const definitive = await receiveAlert(service.url, company);
    await placeAlert(service.sql, definitive, { status: 'notfound' });
    const followed = await receiveAlert(service.url, company);
    await placeAlert(service.sql, followed, { status: 'other' });
    const refunded = await receiveAlert(service.url, company, 'provider_b_rdr');
    await placeAlert(service.sql, refunded, { status: 'notfound' });
    const update = await upload(
      client,
      `alert,status\n${expired},other\n${late},other\n${definitive},other\n${followed},account_suspended\n${refunded},other\n`,
    );
    const rows = await readRows(client, update.id);
    expect(rows.map(({ verdict, message }) => [verdict, message])).toEqual([
      ['alert_expired', 'Alert has expired'],
      ['deadline_passed', 'Response deadline has passed'],
      ['already_definitive', 'Alert already has a definitive status'],
      ['will_apply', null],
      ['will_apply', null],
    ]);
    expect(countsOf(update)).toEqual({
      alert_expired: 1,
      deadline_passed: 1,
      already_definitive: 1,
      will_apply: 2,
    });
    expect(update.verdicts.find(({ verdict }) => verdict === 'alert_expired')?.message).toBe(
      'Alert has expired',
    );
    await client.post(`/bulk-updates/${update.id}/cancel`);
  });

  test('of what cannot be read, found or told apart', async () => {
    const [one, twice, torn] = await receiveMany(service.url, company, 3);
    const shared = `SHARED-${one?.id}`;
    await receiveAlert(service.url, company, 'provider_a_alerts', { alert_id: shared });
    await receiveAlert(service.url, company, 'provider_b_rdr', { alert_id: shared });
    const stranger = await createTestCompany(service.sql);
    const foreign = await receiveAlert(service.url, stranger);
    const lines: [line: string, verdict: string][] = [
      ['NOBODY-KNOWS,other,', 'not_found'],
      [`${foreign},other,`, 'not_found'],
      [`${one?.id},refunded,`, 'invalid_status'],
      [`${one?.id},pending,`, 'invalid_status'],
      [`${one?.id},expired,`, 'invalid_status'],
      [`${one?.id},,`, 'missing_value'],
      [',other,', 'missing_value'],
      [`${one?.id},other,visa`, 'invalid_provider'],
      [`${one?.id},other,provider_b_rdr`, 'not_found'],
      [`${one?.id},other,Provider_A`, 'will_apply'],
      [`${shared},other,`, 'ambiguous'],
      [`${shared},other,provider_a_alerts`, 'will_apply'],
      [`${shared},notfound,provider_b`, 'will_apply'],
      [`${twice?.id},other,`, 'will_apply'],
      [`${twice?.providerAlertId},other,`, 'duplicate'],
      [`${torn?.id},other,`, 'conflicting'],
      [`${torn?.providerAlertId},notfound,`, 'conflicting'],
      [`${torn?.providerAlertId},notfound,`, 'conflicting'],
      ['"1,23E+15",other,', 'damaged'],
      ['1.23E+15,other,', 'damaged'],
      ['#REF!,other,', 'damaged'],
      ['########,other,', 'damaged'],
      ['01/02/2026,other,', 'damaged'],
      ['mar/26,other,', 'damaged'],
      ['12E34,other,', 'not_found'],
    ];
    const content = `alert,status,provider\n${lines.map(([line]) => line).join('\n')}`;
    expect(await verdictsOf(content)).toEqual(
      Object.fromEntries(lines.map(([, verdict], position) => [position + 2, verdict])),
    );
  });

  test('does not take an existing identifier for damaged', async () => {
    await receiveAlert(service.url, company, 'provider_a_alerts', { alert_id: '1.5E+10' });
    expect(await verdictsOf('alert,status\n1.5E+10,other')).toEqual({ 2: 'will_apply' });
  });

  test('of a blocked company is that it is blocked, after what is wrong with the line itself (D8)', async () => {
    const blocked = await createTestCompany(service.sql);
    const person = await signIn(service, { role: 'owner', companyId: blocked.companyId });
    const alert = await receiveAlert(service.url, blocked);
    await service.sql`update companies set blocked_at = now(), blocked_reason = 'x' where id = ${blocked.companyId}`;
    const update = await upload(person, `alert,status\n${alert},other\nNONE,other\n${alert},nonsense`);
    expect(countsOf(update)).toEqual({ company_blocked: 2, invalid_status: 1 });
    const started = await person.post(`/bulk-updates/${update.id}/start`);
    expect([started.status, started.body.error.code]).toEqual([403, 'COMPANY_BLOCKED']);
  });
});

describe('a file', () => {
  let id: string;
  beforeAll(async () => {
    id = await receiveAlert(service.url, company);
  });

  test.each([
    ['semicolons', (alert: string) => `alert;status\n${alert};other`],
    ['tabs', (alert: string) => `alert\tstatus\n${alert}\tother`],
    ['CRLF and a line end at the end', (alert: string) => `alert,status\r\n${alert},other\r\n`],
    ['carriage returns alone', (alert: string) => `alert,status\r${alert},other\r`],
    ['quotes', (alert: string) => `"alert","status"\r\n"${alert}","other"\r\n`],
    ['a BOM', (alert: string) => `\uFEFFalert,status\n${alert},other`],
    ['our other names and capitals', (alert: string) => `STATUS, Alert ID \nother,${alert}`],
    ['Portuguese names', (alert: string) => `alerta;situação\n${alert};other`],
    ['a delimiter’s note', (alert: string) => `sep=;\nalert;status\n${alert};other`],
    [
      'UTF-16 as Excel’s Unicode text',
      (alert: string) => Buffer.from(`\uFEFFid\tstatus\r\n${alert}\tother`, 'utf16le'),
    ],
    [
      'Windows-1252 in other columns',
      (alert: string) => Buffer.from(`alert;status;nota\n${alert};other;n\u00e3o \u00e9`, 'latin1'),
    ],
  ])('with %s is read', async (_, write) => {
    const verdicts = await verdictsOf(write(id));
    expect(Object.values(verdicts)).toEqual(['will_apply']);
  });

  test('numbers its lines as a spreadsheet does, empty ones included, and skips those', async () => {
    expect(
      await verdictsOf(`\nalert,status,note\n\n,,\n${id},other,"two\nlines"\n   \nNONE,other,\n\n`),
    ).toEqual({
      5: 'will_apply',
      7: 'not_found',
    });
  });

  test('that names both ids is read by ours', async () => {
    expect(await verdictsOf(`provider_alert_id,id,status\nNOBODY,${id},other`)).toEqual({ 2: 'will_apply' });
  });

  test('keeps no card number but in the identifier', async () => {
    const number = '4111111111111111';
    const update = await upload(client, `alert,status,card\n${number},other,${number}`);
    const rows = await service.sql<{ reference: string; cells: string[] }[]>`
      select reference, cells from bulk_update_rows where bulk_update_id = ${update.id}`;
    expect(rows).toEqual([{ reference: number, cells: [number, 'other', '411111******1111'] }]);
    await client.post(`/bulk-updates/${update.id}/cancel`);
  });

  test.each([
    ['', 'The file is empty'],
    ['\n \n', 'The file is empty'],
    ['alert,status\n', 'The file has no rows below its header'],
    ['alert,status\n\n,\n', 'The file has no rows below its header'],
    [
      'foo,bar\n1,2',
      'The first line must name the columns alert and status, such as "alert,status"; found "foo,bar"',
    ],
    [
      `alert,status\n"${'x'.repeat(200_000)}`,
      'Line 2 is longer than 128 KiB; perhaps a quotation mark is never closed',
    ],
    ['alert,status\n"abc,other\n', 'In line 2 a quotation mark is never closed'],
    ['x'.repeat(200_000), 'The first line is longer than 128 KiB; upload a CSV file'],
    [`alert,status${',x'.repeat(60)}\n1,other`, 'The file has 62 columns; the limit is 50'],
    [
      Buffer.from('PK\u0003\u0004xl/workbook', 'latin1'),
      'This is an Excel workbook or a ZIP archive, not a CSV file; save the sheet as CSV and upload that',
    ],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'The file is compressed; unpack it and upload the CSV file itself'],
    [Buffer.from('alert,status\nx\0y,other', 'latin1'), 'This is not a text file; upload a CSV file'],
  ])('that cannot be one leaves nothing and is refused in one sentence (%#)', async (content, message) => {
    const before = await service.sql`select 1 from bulk_updates where company_id = ${company.companyId}`;
    const answer = await tryUpload(client, content);
    expect([answer.status, answer.body]).toEqual([422, { error: { code: 'VALIDATION_ERROR', message } }]);
    const after = await service.sql`select 1 from bulk_updates where company_id = ${company.companyId}`;
    expect(after.length).toBe(before.length);
  });

  test('over 25 MB is refused before and while it is read', async () => {
    const answer = await tryUpload(client, `alert,status\n${'x,other\n'.repeat(4 * 1024 * 1024)}`);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    // Closed under a browser that is still sending, a connection would take the answer with it.
    expect(answer.headers.get('connection')).not.toBe('close');
    const { origin } = new URL(service.url);
    const headers = { 'content-type': 'text/csv', origin, cookie: client.cookie() ?? '' };
    const streamed = await fetch(`${service.url}/dashboard/api/bulk-updates/csv`, {
      method: 'POST',
      headers,
      body: ReadableStream.from(longFile()),
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
    expect(
      await service.sql`select 1 from bulk_updates where company_id = ${company.companyId} and state = 'checking'`,
    ).toEqual([]);
  });

  test('of another media type is refused', async () => {
    const answer = await client.post('/bulk-updates/csv', 'alert,status', {
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error.message]).toEqual([415, 'Content-Type must be text/csv']);
  });
});

/** 27 MB whose length nobody knows beforehand. */
async function* longFile(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('alert,status,note\n');
  for (let count = 0; count < 27; count += 1) yield Buffer.from(`x,other,${'y'.repeat(1000)}\n`.repeat(1024));
}
