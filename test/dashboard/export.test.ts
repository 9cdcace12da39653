import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { exportAlerts } from '../../src/backoffice/alerts/export-alerts.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { receiveAlerts } from '../support/deliveries.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();

async function newCompany(): Promise<{ company: TestCompany; viewer: SignedInClient }> {
  const company = await createTestCompany(dashboard.service.sql);
  return {
    company,
    viewer: await signIn(dashboard.service, { role: 'viewer', companyId: company.companyId }),
  };
}

/** The bytes as they come: `fetch` would take the byte order mark away. */
async function download(viewer: SignedInClient, query = '') {
  const response = await fetch(`${dashboard.service.url}/dashboard/api/alerts/export${query}`, {
    headers: { cookie: viewer.cookie() ?? '' },
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  return { status: response.status, headers: response.headers, text };
}

function parse(text: string, delimiter: string): Record<string, string>[] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

describe('the file', () => {
  test('en: commas and a decimal point; pt-BR: semicolons and a decimal comma', async () => {
    const { company, viewer } = await newCompany();
    const id = await receiveAlert(dashboard.service.url, company, 'provider_a_alerts', { amount: '1234.50' });
    const en = await download(viewer);
    expect(en.status).toBe(200);
    expect(en.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(en.headers.get('content-disposition')).toBe('attachment; filename="alerts.csv"');
    expect(en.headers.get('x-row-limit')).toBe('1000000');
    const [row] = parse(en.text, ',');
    expect(row).toMatchObject({
      id,
      status: 'pending',
      amount: '1234.50',
      merchant: company.merchantName,
      descriptor: company.descriptor,
      transaction_date: '2026-11-01',
      arn: '',
    });
    const brazilian = await download(viewer, '?locale=pt-BR');
    expect(parse(brazilian.text, ';')).toEqual([{ ...row, amount: '1234,50' }]);
  });

  test('no cell runs as a formula, and none breaks out of its column', async () => {
    const { company, viewer } = await newCompany();
    const issuers = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\n=1',
      '＝1+1',
      'a,b;c',
      'he said "no"',
      'two\r\nlines',
    ];
    for (const issuer of issuers) {
      await receiveAlert(dashboard.service.url, company, 'provider_a_alerts', { issuer });
    }
    for (const [locale, delimiter] of [
      ['en', ','],
      ['pt-BR', ';'],
    ] as const) {
      const rows = parse((await download(viewer, `?locale=${locale}`)).text, delimiter);
      expect(rows.map((row) => row['issuer']).toReversed()).toEqual([
        "'=1+1",
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\tx",
        "'\n=1",
        "'＝1+1",
        'a,b;c',
        'he said "no"',
        'two\r\nlines',
      ]);
    }
  });

  test('holds what the list would show with the same filter, in its order, and nothing of others', async () => {
    const { company, viewer } = await newCompany();
    const ids = await receiveAlerts(dashboard.service.url, company, 20);
    await receiveAlerts(dashboard.service.url, dashboard.company, 3);
    for (const id of ids.slice(0, 7)) await placeAlert(dashboard.service.sql, id, { status: 'notfound' });
    for (const query of [
      '',
      '?view=answered',
      '?view=needs_answer',
      '?status=pending&q=banco',
      '?q=nothing',
    ]) {
      const listed = (await viewer.get(`/alerts${query}`)).body.data.map(({ id }: { id: string }) => id);
      const rows = parse((await download(viewer, query)).text, ',');
      expect(rows.map((row) => row['id'])).toEqual(listed);
    }
  });

  test('says what is wrong before it begins', async () => {
    const { viewer } = await newCompany();
    const answer = await viewer.get('/alerts/export?locale=fr');
    expect([answer.status, answer.body.error.message]).toEqual([422, 'locale must be one of en, pt-BR']);
    expect((await viewer.get('/alerts/export?card_bin=1')).status).toBe(422);
  });

  test('is not read for somebody who asks for its head alone', async () => {
    const { company, viewer } = await newCompany();
    const answer = await fetch(`${dashboard.service.url}/dashboard/api/alerts/export`, {
      method: 'HEAD',
      headers: { cookie: viewer.cookie() ?? '' },
    });
    expect(answer.status).toBe(405);
    expect(
      await dashboard.service.sql`select 1 from audit_log where company_id = ${company.companyId}`,
    ).toEqual([]);
  });

  test('is audited, without a card number that somebody searched for', async () => {
    const { company, viewer } = await newCompany();
    await download(viewer, '?q=4111111111111111&view=all');
    const rows = await dashboard.service.sql`
      select actor, details from audit_log where company_id = ${company.companyId} and action = 'alerts.exported'`;
    expect([...rows]).toEqual([{ actor: viewer.email, details: { q: '411111******1111', view: 'all' } }]);
  });
});

describe('batches', () => {
  test('of a thousand join without a gap or a repeat, among alerts of the same moment too', async () => {
    const { company, viewer } = await newCompany();
    await receiveAlerts(dashboard.service.url, company, 2100);
    await dashboard.service.sql`
      update alerts set received_at = '2026-11-01T12:00:00Z', expires_at = now() + interval '1 hour'
      where company_id = ${company.companyId}`;
    for (const view of ['all', 'needs_answer']) {
      const rows = parse((await download(viewer, `?view=${view}`)).text, ',');
      expect(rows).toHaveLength(2100);
      expect(new Set(rows.map((row) => row['id'])).size).toBe(2100);
    }
  });

  test.each([
    ['en', 12, 'Only the first 10 alerts are in this file. Narrow the filter to get the others.'],
    ['pt-BR', 12, 'Este arquivo contém só os primeiros 10 alertas. Refine o filtro para obter os demais.'],
    ['en', 10, undefined],
  ] as const)(
    'end at the limit and say so, in %s, when of %d alerts some are left',
    async (locale, alerts, word) => {
      const { company } = await newCompany();
      await receiveAlerts(dashboard.service.url, company, alerts);
      const wanted = { search: { view: 'all' }, locale, rowsMax: 10 } as const;
      const chunks = await Array.fromAsync(exportAlerts(dashboard.service.sql, company.companyId, wanted));
      const rows = parse(chunks.join(''), locale === 'en' ? ',' : ';');
      expect(rows.slice(0, 10).every(({ status }) => status === 'pending')).toBe(true);
      expect(rows.slice(10).map(({ id }) => id)).toEqual(word === undefined ? [] : [word]);
    },
  );

  test('stop when the reader leaves', async () => {
    const { company, viewer } = await newCompany();
    await receiveAlerts(dashboard.service.url, company, 3000);
    const leaving = new AbortController();
    const response = await fetch(`${dashboard.service.url}/dashboard/api/alerts/export`, {
      headers: { cookie: viewer.cookie() ?? '' },
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    // The service goes on as if nothing had been, and nobody is called about it.
    expect((await viewer.get('/alerts')).status).toBe(200);
    expect((await download(viewer)).status).toBe(200);
    const alarms = dashboard.service.logLines.filter((line) => line.includes('"level":50'));
    expect(alarms).toEqual([]);
  });
});
