import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCommands } from '../../src/cli/commands.ts';
import { createProgram } from '../../src/cli/program.ts';
import { auditMark, readAuditSince } from '../support/audit.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { createTestUser } from '../support/dashboard.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveUp } from './resending.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

/** Commands that change nothing that belongs to anybody, and why. */
const WITHOUT_A_DEED: Readonly<Record<string, string>> = {
  serve: 'runs the service',
  migrate: 'changes the schema, which keeps its own list of what was applied',
  simulate: 'plays a provider: the alerts tell their own history',
  'simulator set': 'changes the sandbox alone',
  'simulator show': 'reads',
  'delivery list': 'reads',
  'delivery show': 'reads',
  'endpoint list': 'reads',
  'forward list': 'reads',
  'legacy list': 'reads',
  'user list': 'reads',
};

interface Deed {
  readonly command: string;
  readonly args: () => string[] | Promise<string[]>;
  readonly action: string;
  /** Left out where it is the company of this file. */
  readonly company?: (printed: Record<string, string>) => string | null;
}

let service: TestService;
let company: TestCompany;
let endpointId: string;
let alertId: string;
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  company = await createTestCompany(service.sql);
  ({ endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:1/'));
  alertId = await receiveAlert(service.url, company);
});
afterAll(() => service.stop());

const ofCompany = () => ['--company', company.companyId];
const ofEndpoint = () => [endpointId];

async function emailOfMember(): Promise<string> {
  const { userId, email } = await createTestUser(service.sql, {
    role: 'viewer',
    companyId: company.companyId,
  });
  await service.sql`
    update users set totp_secret_encrypted = '\\x00', totp_confirmed_at = clock_timestamp() where id = ${userId}`;
  return email;
}

const DEEDS: readonly Deed[] = [
  { command: 'keys rotate', args: () => [], action: 'keys.rotated', company: () => null },
  {
    command: 'company create',
    args: () => ['--name', 'Loja'],
    action: 'company.created',
    company: (printed) => printed['company_id'] ?? '',
  },
  {
    command: 'company block',
    args: () => [company.companyId.toUpperCase(), '--reason', 'Fraud'],
    action: 'company.blocked',
  },
  { command: 'company unblock', args: () => [company.companyId], action: 'company.unblocked' },
  { command: 'credentials create', args: ofCompany, action: 'credentials.created' },
  { command: 'credentials revoke', args: () => [company.clientId], action: 'credentials.revoked' },
  {
    command: 'merchant create',
    args: () => [...ofCompany(), '--name', 'Loja'],
    action: 'merchant.created',
  },
  {
    command: 'enrollment create',
    args: () =>
      `--merchant ${company.merchantId} --provider provider_a_alerts --descriptor AUDITED`.split(' '),
    action: 'enrollment.created',
  },
  {
    command: 'endpoint create',
    args: () => [...ofCompany(), '--url', 'https://app.example/', '--format', 'v2'],
    action: 'endpoint.created',
  },
  { command: 'endpoint pause', args: ofEndpoint, action: 'endpoint.paused' },
  { command: 'endpoint resume', args: ofEndpoint, action: 'endpoint.resumed' },
  { command: 'endpoint rotate', args: ofEndpoint, action: 'endpoint.secret_rotated' },
  { command: 'endpoint test', args: ofEndpoint, action: 'endpoint.tested' },
  {
    command: 'delivery resend',
    args: () => [...ofCompany(), '--alert', alertId],
    action: 'deliveries.resent',
  },
  {
    command: 'delivery resend',
    args: async () => {
      await giveUp(service, [alertId]);
      return [...ofCompany(), '--failed-since', '1h'];
    },
    action: 'deliveries.resent',
  },
  {
    command: 'user create',
    args: () => [...ofCompany(), '--email', 'new@company.example', '--role', 'viewer'],
    action: 'user.created',
  },
  {
    command: 'user create',
    args: () => ['--email', 'operator@service.example', '--role', 'operator'],
    action: 'user.created',
    company: () => null,
  },
  { command: 'user sign-out', args: async () => [await emailOfMember()], action: 'user.signed_out' },
  { command: 'user reset-totp', args: async () => [await emailOfMember()], action: 'user.totp_reset' },
  { command: 'user remove', args: async () => [await emailOfMember()], action: 'user.removed' },
];

describe('leaves one row in the audit log, without a secret', () => {
  test.for(DEEDS)('$command: $action', async ({ command, args, action, company: whose }) => {
    const given = [...command.split(' '), ...(await args())];
    const mark = await auditMark(service.sql);
    const printed = await perform(given);
    const rows = await readAuditSince(service.sql, mark);
    const companyId = whose === undefined ? company.companyId : whose(printed);
    expect(rows).toMatchObject([{ actor: 'command line', userId: null, action, companyId, address: '' }]);
    const secrets = ['secret', 'client_secret', 'password'].map((name) => printed[name] ?? 'none printed');
    expect(secrets.filter((secret) => JSON.stringify(rows).includes(secret))).toEqual([]);
  });
});

/** The sample meets nobody, which is a failure to be told and a deed all the same. */
async function perform(args: readonly string[]): Promise<Record<string, string>> {
  if (args[1] !== 'test') return runJson(args, besideService(service));
  await runCli(args, besideService(service));
  return {};
}

test('what is refused leaves none', async () => {
  const mark = await auditMark(service.sql);
  const { code } = await runCli(
    ['merchant', 'create', ...ofCompany(), '--name', ' '],
    besideService(service),
  );
  expect([code, await readAuditSince(service.sql, mark)]).toEqual([1, []]);
});

test.for([
  ['company unblock', () => company.companyId],
  ['credentials revoke', () => company.clientId],
] as const)('what changes nothing leaves none: %s a second time', async ([command, subject]) => {
  const given = [...command.split(' '), subject()];
  await perform(given);
  const mark = await auditMark(service.sql);
  const { code } = await runCli(given, besideService(service));
  expect([code, await readAuditSince(service.sql, mark)]).toEqual([0, []]);
});

test('the parts of a route have the names they have everywhere outside', async () => {
  const mark = await auditMark(service.sql);
  const route = '--provider provider_b_rdr --acquirer-bin 499999 --caid AUDITED';
  await perform(`enrollment create --merchant ${company.merchantId} ${route}`.split(' '));
  const details = { provider: 'provider_b_rdr', acquirer_bin: '499999', caid: 'AUDITED', adopted_alerts: 0 };
  expect(await readAuditSince(service.sql, mark)).toMatchObject([{ details }]);
});

test('every command is known here', () => {
  const known = new Set([...DEEDS.map(({ command }) => command), ...Object.keys(WITHOUT_A_DEED)]);
  expect(commandsOf(addCommands(createProgram())).toSorted()).toEqual([...known].toSorted());
});

function commandsOf({ commands }: Command, before: readonly string[] = []): string[] {
  return commands.flatMap((command) => {
    const name = [...before, command.name()];
    return command.commands.length === 0 ? [name.join(' ')] : commandsOf(command, name);
  });
}
