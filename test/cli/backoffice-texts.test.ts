import { beforeAll, describe, expect, test } from 'vitest';
import { BackofficeError } from '../../src/backoffice/backoffice-error.ts';
import { blockCompany } from '../../src/backoffice/companies/block-company.ts';
import { createCompany } from '../../src/backoffice/companies/create-company.ts';
import { createCredentials } from '../../src/backoffice/companies/create-credentials.ts';
import { createMerchant } from '../../src/backoffice/companies/create-merchant.ts';
import { revokeCredentials } from '../../src/backoffice/companies/revoke-credentials.ts';
import { listDeliveries } from '../../src/backoffice/deliveries/list-deliveries.ts';
import { listForwards } from '../../src/backoffice/deliveries/list-forwards.ts';
import { resendAlert } from '../../src/backoffice/deliveries/resend-alert.ts';
import { resendFailed } from '../../src/backoffice/deliveries/resend-failed.ts';
import { showDeliveries } from '../../src/backoffice/deliveries/show-deliveries.ts';
import { createEndpoint } from '../../src/backoffice/endpoints/create-endpoint.ts';
import { listEndpoints } from '../../src/backoffice/endpoints/list-endpoints.ts';
import { pauseEndpoint } from '../../src/backoffice/endpoints/pause-endpoint.ts';
import { resumeEndpoint } from '../../src/backoffice/endpoints/resume-endpoint.ts';
import { rotateSecret } from '../../src/backoffice/endpoints/rotate-secret.ts';
import { createEnrollment } from '../../src/backoffice/enrollments/create-enrollment.ts';
import { createUser } from '../../src/backoffice/team/create-user.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import type { Sql } from '../../src/store/connect.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { useCli } from './run-cli.ts';

const cli = useCli();
let sql: Sql;
let company: TestCompany;

beforeAll(async () => {
  sql = cli.database.sql;
  company = await createTestCompany(sql);
});

/** Every text that the dashboard may hand on; a command line cannot hold a NUL. */
const USE_CASES: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'the name of a company': (name) => createCompany(sql, COMMAND_LINE, { name }),
  'the id of a company to block': (companyId) =>
    blockCompany(sql, COMMAND_LINE, { companyId, reason: 'why' }),
  'the reason for a block': (reason) =>
    blockCompany(sql, COMMAND_LINE, { companyId: company.companyId, reason }),
  'the company of credentials': (companyId) => createCredentials(sql, COMMAND_LINE, { companyId }),
  'a client id to revoke': (clientId) => revokeCredentials(sql, COMMAND_LINE, { clientId }),
  'the company of a merchant': (companyId) => createMerchant(sql, COMMAND_LINE, { companyId, name: 'Loja' }),
  'the name of a merchant': (name) =>
    createMerchant(sql, COMMAND_LINE, { companyId: company.companyId, name }),
  'the merchant of an enrollment': (merchantId) =>
    createEnrollment(
      sql,
      COMMAND_LINE,
      { merchantId, route: { provider: 'provider_a_alerts', descriptor: 'NEW' } },
      1000,
    ),
  'a descriptor': (descriptor) =>
    createEnrollment(
      sql,
      COMMAND_LINE,
      { merchantId: company.merchantId, route: { provider: 'provider_a_alerts', descriptor } },
      1000,
    ),
  'an acquirer BIN': (acquirerBin) =>
    createEnrollment(
      sql,
      COMMAND_LINE,
      { merchantId: company.merchantId, route: { provider: 'provider_b_rdr', acquirerBin, caid: 'C' } },
      1000,
    ),
  'a card acceptor id': (caid) =>
    createEnrollment(
      sql,
      COMMAND_LINE,
      { merchantId: company.merchantId, route: { provider: 'provider_b_rdr', acquirerBin: '412345', caid } },
      1000,
    ),
  'the company of an endpoint': (companyId) => createTestEndpoint({ companyId }),
  'the URL of an endpoint': (url) => createTestEndpoint({ url }),
  'an endpoint to pause': (endpointId) => pauseEndpoint(sql, COMMAND_LINE, { endpointId, reason: undefined }),
  'the reason for a pause': (reason) =>
    pauseEndpoint(sql, COMMAND_LINE, { endpointId: company.companyId, reason }),
  'an endpoint to resume': (endpointId) => resumeEndpoint(sql, COMMAND_LINE, { endpointId }),
  'an endpoint whose secret is rotated': (endpointId) =>
    rotateSecret({ sql, secretKey: '' }, COMMAND_LINE, { endpointId }),
  'the company of endpoints': (companyId) => listEndpoints({ sql, secretKey: '' }, { companyId }),
  'the company of deliveries': (companyId) => listDeliveries(sql, { companyId, rowsMax: 1 }),
  'the endpoint of deliveries': (endpointId) =>
    listDeliveries(sql, { companyId: company.companyId, endpointId, rowsMax: 1 }),
  'the company of an alert': (companyId) => showDeliveries(sql, { companyId, alertId: 'A1' }),
  'an alert to show': (alertId) => showDeliveries(sql, { companyId: company.companyId, alertId }),
  'an alert to resend': (alertId) =>
    resendAlert(sql, COMMAND_LINE, { companyId: company.companyId, alertId, endpointId: undefined }, 1000),
  'the endpoint of a resend': (endpointId) =>
    resendFailed(
      sql,
      COMMAND_LINE,
      { companyId: company.companyId, since: { kind: 'ago', agoMs: 1000 }, endpointId },
      1000,
    ),
  'the company of receipts': (companyId) => listForwards(sql, { companyId, rowsMax: 1 }),
  'the email address of a user': (email) =>
    createUser(sql, COMMAND_LINE, { email, role: 'operator', companyId: undefined }),
  'the company of a user': (companyId) =>
    createUser(sql, COMMAND_LINE, { email: 'a@b.example', role: 'viewer', companyId }),
};

function createTestEndpoint(given: { companyId?: string; url?: string }): Promise<unknown> {
  return createEndpoint(
    { sql, secretKey: 'a test key of some length', webhookAllowPrivate: false },
    COMMAND_LINE,
    { companyId: company.companyId, url: 'https://app.example/', format: 'v2', ...given },
  );
}

describe.for(Object.entries(USE_CASES))('%s', ([, use]) => {
  test.for([
    ['is a NUL', '\0'],
    ['begins with a NUL', '\0text'],
    ['holds a NUL', 'te\0xt'],
    ['is empty', ''],
    ['is blank', ' \t\n'],
    ['has a million characters', 'x'.repeat(1_000_000)],
  ] as const)('is refused in words when it %s', async ([, text]) => {
    const refusal = await use(text).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(BackofficeError);
    expect((refusal as BackofficeError).message.length).toBeLessThan(400);
  });
});
