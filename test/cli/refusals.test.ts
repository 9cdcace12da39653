import { beforeAll, describe, expect, test } from 'vitest';
import { createEndpoint } from '../../src/backoffice/endpoints/create-endpoint.ts';
import { createUser } from '../../src/backoffice/team/create-user.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { useCli } from './run-cli.ts';

const cli = useCli();
let company: TestCompany;
const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  company = await createTestCompany(cli.database.sql);
});

const ENDPOINT = 'endpoint create --company COMPANY --format v2 --url';
const ENROLLMENT = 'enrollment create --merchant MERCHANT --provider';
const USER = 'user create --email';

/** The command, with words for what exists, and what it says on standard error. */
const REFUSALS: readonly [command: string, says: string][] = [
  ['company create --name', "option '--name <name>' argument missing"],
  ['company create', "required option '--name <name>' not specified"],
  ['company create --name=', 'The name of a company must have 1 to 200 characters; this one is empty.'],
  ['company create --name LONG_NAME', 'must have 1 to 200 characters; this one has 201.'],
  ['company block abc --reason why', 'There is no company with id "abc".'],
  ['company block COMPANY', "required option '--reason <reason>' not specified"],
  ['company block COMPANY --reason=', 'The reason for a block must have 1 to 500 characters'],
  ['credentials create --company abc', 'There is no company with id "abc".'],
  ['credentials revoke cl_unknown', 'There are no credentials with client id "cl_unknown".'],
  [`merchant create --company ${NOBODY} --name Loja`, `There is no company with id "${NOBODY}".`],
  [
    'enrollment create --merchant abc --provider provider_a_alerts --descriptor D',
    'no merchant with id "abc"',
  ],
  [`${ENROLLMENT} provider_a_alerts --descriptor DESCRIPTOR`, 'is already enrolled with provider_a_alerts'],
  [`${ENROLLMENT} provider_b_rdr --acquirer-bin BIN --caid CAID`, 'is already enrolled with provider_b_rdr'],
  [`${ENROLLMENT} provider_a_alerts --caid C`, 'provider_a_alerts is matched by --descriptor alone'],
  [
    `${ENROLLMENT} provider_b_rdr --caid C`,
    'provider_b_rdr is matched by --acquirer-bin and --caid together',
  ],
  [`${ENROLLMENT} provider_b_rdr --acquirer-bin 12345 --caid C`, 'The acquirer BIN must be 6-11 digits'],
  [`${ENROLLMENT} provider_c`, 'Allowed choices are provider_a_alerts, provider_b_rdr.'],
  [`${ENDPOINT} http://app.example/`, 'must be a full address that begins with https://; received'],
  [`${ENDPOINT} https://user:word@app.example/`, 'must not carry a user name or password'],
  [`${ENDPOINT} https://127.0.0.1/hook`, 'must lead to a public address'],
  [`${ENDPOINT} LONG_URL`, 'must have up to 2048 characters'],
  [
    `endpoint create --company ${NOBODY} --format v2 --url https://app.example/`,
    `no company with id "${NOBODY}"`,
  ],
  [
    'endpoint create --company COMPANY --url https://app.example/ --format v3',
    'Allowed choices are v2, legacy.',
  ],
  ['endpoint list --company abc', 'There is no company with id "abc".'],
  ['endpoint pause abc', 'There is no endpoint with id "abc".'],
  [`endpoint pause ${NOBODY}`, `There is no endpoint with id "${NOBODY}".`],
  ['endpoint resume abc', 'There is no endpoint with id "abc".'],
  ['endpoint rotate abc', 'There is no endpoint with id "abc".'],
  ['endpoint test abc', 'There is no endpoint with id "abc".'],
  [`delivery list --company ${NOBODY}`, `There is no company with id "${NOBODY}".`],
  ['delivery list --company COMPANY --endpoint abc', 'There is no endpoint with id "abc".'],
  ['delivery list --company COMPANY --state lost', 'Allowed choices are queued, delivered, failed.'],
  ['delivery list --company COMPANY --limit 201', 'Give a whole number from 1 to 200.'],
  ['delivery list --company COMPANY --since soon', 'Give a duration back from now such as'],
  ['delivery show --company COMPANY --alert A1', 'The company has no alert with id "A1".'],
  ['delivery resend --company COMPANY', 'with --alert or with --failed-since'],
  ['delivery resend --company COMPANY --alert A1', 'The company has no alert with id "A1".'],
  ['delivery resend --company COMPANY --alert A1 --failed-since 1h', 'cannot be used with option'],
  [
    `delivery resend --company COMPANY --failed-since 1h --endpoint ${NOBODY}`,
    'There is no endpoint with id',
  ],
  ['forward list --company abc', 'There is no company with id "abc".'],
  ['forward list --state lost', 'Allowed choices are queued, accepted, refused, too_late.'],
  ['simulator set --provider-a fail', 'it belongs to the sandbox, which runs without DATABASE_URL'],
  ['simulator show', 'it belongs to the sandbox, which runs without DATABASE_URL'],
  ['simulator set --provider-a sulk', 'Allowed choices are ok, fail, hang, refuse, slow, drop.'],
  [`${USER} ana --role operator`, 'must look like name@company.example; received "ana"'],
  [`${USER} ana@company.example --role owner`, 'the role owner belongs to a company'],
  [`${USER} ana@company.example --role operator --company COMPANY`, 'An operator works for all companies'],
  [`${USER} ana@company.example --role boss`, 'Allowed choices are operator, owner, analyst, viewer.'],
  ['simulate --company abc', 'There is no company with id "abc".'],
  ['companies', "unknown command 'companies'"],
  ['company creat --name x', 'Did you mean create?'],
  ['company create --name x extra', "too many arguments for 'create'"],
  ['serve --only everything', 'Allowed choices are api, worker.'],
];

describe.concurrent('exit code 1, the reason on standard error, nothing on standard output', () => {
  test.for(REFUSALS)('%s', async ([command, says]) => {
    const { code, stdout, stderr } = await cli.run(...fillIn(command), '--json');

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('error: ');
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('    at ');
  });
});

function fillIn(command: string): string[] {
  const words: Readonly<Record<string, string>> = {
    COMPANY: company.companyId,
    MERCHANT: company.merchantId,
    DESCRIPTOR: company.descriptor.toLowerCase(),
    BIN: company.acquirerBin,
    CAID: company.caid,
    LONG_NAME: 'x'.repeat(201),
    LONG_URL: `https://app.example/${'x'.repeat(2048)}`,
  };
  return command.split(' ').map((word) => words[word] ?? word);
}

test('a sixth endpoint is refused', async () => {
  const { sql } = cli.database;
  const endpoint = { companyId: company.companyId, url: 'https://app.example/', format: 'legacy' } as const;
  const parts = { sql, secretKey: 'a test key of some length', webhookAllowPrivate: false };
  // At the same time, so that the limit holds between calls that do not see each other.
  const created = await Promise.allSettled(
    Array.from({ length: 8 }, () => createEndpoint(parts, COMMAND_LINE, endpoint)),
  );

  const { code, stdout, stderr } = await cli.run(...fillIn(`${ENDPOINT} https://app.example/`));

  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('already has 5 webhook endpoints');
});

test('a second user with the same email address is refused, whatever its case', async () => {
  await createUser(cli.database.sql, COMMAND_LINE, {
    email: 'twice@company.example',
    role: 'operator',
    companyId: undefined,
  });

  const { code, stdout, stderr } = await cli.run(...fillIn(`${USER} TWICE@company.example --role operator`));

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('already a user with the email address twice@company.example');
});
