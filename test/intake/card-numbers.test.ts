import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskCardNumbers, passesLuhnCheck } from '../../src/rules/card-number.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { luhnNumber } from '../support/card-numbers.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';
/** A card number that nothing else in the test could hold by chance. */
const CANARY = luhnNumber(16, '453987120643981');
const GROUPED = CANARY.replaceAll(/(.{4})(?=.)/g, '$1 ');
const MASKED = `${CANARY.slice(0, 6)}******${CANARY.slice(-4)}`;
const TEXT_FIELDS = [
  'descriptor',
  'caid',
  'arn',
  'auth_code',
  'alert_type',
  'reason_code',
  'issuer',
] as const;

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

/** Looks for the card number, written plainly or in groups, in every column of every table, and in the log. */
async function findCanary(): Promise<string[]> {
  const columns = await service.sql<{ tableName: string; columnName: string }[]>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`;
  const found: string[] = service.logLines.filter((line) => line.includes(CANARY) || line.includes(GROUPED));
  for (const { tableName, columnName } of columns) {
    const hits = await service.sql.unsafe(
      `select 1 from "${tableName}" where regexp_replace("${columnName}"::text, '[ -]', '', 'g') like '%${CANARY}%'`,
    );
    if (hits.length > 0) found.push(`${tableName}.${columnName}`);
  }
  return found;
}

describe('no full card number is ever stored (design, chapter 2)', () => {
  test.for([
    ['plain', CANARY],
    ['inside other text', `ref ${CANARY}/2`],
    ['in groups', GROUPED],
    ['twice', `${CANARY} ${CANARY}`],
  ] as const)('%s in every text field of a routed alert', async ([, text]) => {
    const fields = Object.fromEntries(TEXT_FIELDS.map((field) => [field, text]));
    const id = await receiveAlert(service.url, company, A, { ...fields, descriptor: company.descriptor });
    const { data } = (await createClient(service.url, company).read(id)).body;
    const masked = text.replaceAll(CANARY, MASKED).replaceAll(GROUPED, MASKED);
    for (const field of TEXT_FIELDS.filter((name) => name !== 'descriptor')) expect(data[field]).toBe(masked);
    expect(await findCanary()).toEqual([]);
  });

  test('in every text field of an unrouted alert, the acquirer BIN and unknown fields included', async () => {
    const fields = Object.fromEntries(
      [...TEXT_FIELDS, 'acquirer_bin', 'note'].map((field) => [field, CANARY]),
    );
    const [result] = await deliverAlerts(service.url, A, [alertMessage(company, fields)]);
    expect(result?.result).toBe('unrouted');
    const [waiting] = await service.sql<{ facts: Record<string, unknown> }[]>`
      select facts from unrouted_alerts where id = ${String(result?.id)}`;
    for (const field of [...TEXT_FIELDS, 'acquirer_bin']) expect(waiting?.facts[field]).toBe(MASKED);
    expect(await findCanary()).toEqual([]);
  });

  test('in fields that make the alert invalid: it is neither stored nor logged', async () => {
    const fields = ['amount', 'currency', 'card_bin', 'card_last4', 'transaction_date', 'installment_number'];
    const alerts = fields.map((field) => alertMessage(company, { [field]: CANARY }));
    const results = await deliverAlerts(service.url, A, alerts);
    expect(results.map(({ result }) => result)).toEqual(fields.map(() => 'invalid'));
    for (const { error } of results) expect(error).not.toContain(CANARY);
    expect(await findCanary()).toEqual([]);
  });

  test("as the alert_id, when it is the alert's own card: the alert is invalid", async () => {
    for (const alertId of [CANARY, `case-${CANARY}-1`]) {
      const card = { card_bin: CANARY.slice(0, 8), card_last4: CANARY.slice(-4) };
      const [result] = await deliverAlerts(service.url, A, [
        alertMessage(company, { alert_id: alertId, ...card }),
      ]);
      expect(result).toMatchObject({ result: 'invalid', error: expect.stringContaining('alert_id') });
      expect(result?.error).not.toContain(CANARY);
    }
    expect(await findCanary()).toEqual([]);
  });
});

/** Another number that passes the check, with the same first six and last four digits. */
function findLookalike(digits: string): string {
  const others = Array.from(
    { length: 100 },
    (_, middle) => digits.slice(0, 6) + String(middle).padStart(digits.length - 10, '0') + digits.slice(-4),
  );
  return others.find((other) => other !== digits && passesLuhnCheck(other)) ?? '';
}

describe('masking does not change where an alert goes', () => {
  test('a caid that passes the Luhn check still routes exactly, and is stored masked', async () => {
    const caid = luhnNumber(15, '60011022033');
    const route = { provider: B, acquirerBin: '433333', caid } as const;
    const { companyId, merchantId } = company;
    await insertEnrollment(service.sql, { id: randomUUID(), companyId, merchantId, route });
    const id = await receiveAlert(service.url, company, B, { acquirer_bin: '433333', caid });
    const { data } = (await createClient(service.url, company).read(id)).body;
    expect(data.caid).toBe(`${caid.slice(0, 6)}*****${caid.slice(-4)}`);
    // A caid that only looks the same once it is masked is another one.
    const lookalike = findLookalike(caid);
    expect(maskCardNumbers(lookalike)).toBe(data.caid);
    const [result] = await deliverAlerts(service.url, B, [
      alertMessage(company, { acquirer_bin: '433333', caid: lookalike }),
    ]);
    expect(result?.result).toBe('unrouted');
  });

  test('a descriptor with a card number is routed by what was sent', async () => {
    const descriptor = `PAY ${luhnNumber(16, '510510510510510')}`;
    const { companyId, merchantId } = company;
    await insertEnrollment(service.sql, {
      id: randomUUID(),
      companyId,
      merchantId,
      route: { provider: A, descriptor },
    });
    const id = await receiveAlert(service.url, company, A, { descriptor: descriptor.toLowerCase() });
    expect((await createClient(service.url, company).read(id)).body.data.descriptor).toMatch(
      /^pay 510510\*{6}\d{4}$/,
    );
  });
});
