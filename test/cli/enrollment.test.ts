import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createEnrollment } from '../../src/backoffice/enrollments/create-enrollment.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import { readConfig } from '../../src/config.ts';
import { routeKey } from '../../src/rules/route-key.ts';
import { storeAlerts } from '../../src/store/alerts/store-alerts.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { useCli } from './run-cli.ts';

const cli = useCli();
const { responseWindowMs } = readConfig({});
let company: TestCompany;

beforeAll(async () => {
  company = await createTestCompany(cli.database.sql);
});

/** Alerts for a descriptor that nobody has enrolled. */
async function storeUnrouted(descriptor: string, count: number): Promise<void> {
  const alerts = Array.from({ length: count }, () => ({
    id: randomUUID(),
    provider: 'provider_a_alerts' as const,
    providerAlertId: randomUUID(),
    routeKey: routeKey({ provider: 'provider_a_alerts', descriptor }),
    acquirerBin: null,
    amount: '129.90',
    currency: 'BRL',
    cardLast4: '4242',
    cardBin: '41234567',
    transactionDate: '2026-11-01',
    descriptor,
    arn: null,
    caid: null,
    authCode: '',
    alertType: '',
    reasonCode: '',
    issuer: '',
    installmentNumber: null,
    installmentCount: null,
  }));
  await storeAlerts(cli.database.sql, alerts, responseWindowMs);
}

async function countAlerts(enrollmentId: string): Promise<number> {
  const [row] = await cli.database.sql<{ count: number }[]>`
    select count(*)::int as count from alerts where merchant_enrollment_id = ${enrollmentId}`;
  return row?.count ?? 0;
}

test('enrollment create takes the alerts that were waiting for it, whatever case they came in', async () => {
  await storeUnrouted('WAITING*SHOP 1', 2);

  const created = await cli.json(
    'enrollment',
    'create',
    '--merchant',
    company.merchantId,
    '--provider',
    'provider_a_alerts',
    '--descriptor',
    ' waiting*shop   1',
  );

  expect(Object.keys(created)).toEqual(['merchant_enrollment_id']);
  expect(await countAlerts(created['merchant_enrollment_id'] ?? '')).toBe(2);
});

test('more waiting alerts than one step takes are all adopted at once', async () => {
  await storeUnrouted('MANY', 1100);

  const created = await createEnrollment(
    cli.database.sql,
    COMMAND_LINE,
    { merchantId: company.merchantId, route: { provider: 'provider_a_alerts', descriptor: 'MANY' } },
    responseWindowMs,
  );

  expect(created.adoptedAlerts).toBe(1100);
  expect(await countAlerts(created.merchantEnrollmentId)).toBe(1100);
});

test('enrollment create with provider B stores acquirer BIN and card acceptor', async () => {
  const created = await cli.json(
    'enrollment',
    'create',
    '--merchant',
    company.merchantId,
    '--provider',
    'provider_b_rdr',
    '--acquirer-bin',
    '499999',
    '--caid',
    'SHOP1',
  );

  const [enrollment] = await cli.database.sql`
    select company_id, provider, descriptor, acquirer_bin, caid
    from merchant_enrollments where id = ${created['merchant_enrollment_id'] ?? ''}`;
  expect(enrollment).toEqual({
    companyId: company.companyId,
    provider: 'provider_b_rdr',
    descriptor: null,
    acquirerBin: '499999',
    caid: 'SHOP1',
  });
});
