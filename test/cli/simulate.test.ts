import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runSimulator } from '../../src/sandbox/simulator/run-simulator.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { PROVIDER_SECRETS, startTestService } from '../support/service.ts';
import { useCli } from './run-cli.ts';

const cli = useCli();
let company: TestCompany;

beforeAll(async () => {
  company = await createTestCompany(cli.database.sql);
});

async function simulate(...args: string[]): Promise<{ alertIds: string[]; ids: string[] }> {
  const { code, stdout, stderr } = await cli.run(
    'simulate',
    '--company',
    company.companyId,
    '--json',
    ...args,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { alert_ids: alertIds, ids, ...others } = JSON.parse(stdout);
  expect(others).toEqual({});
  return { alertIds, ids };
}

describe('simulate', () => {
  test('sends one alert through the intake, which the company then has', async () => {
    const { alertIds, ids } = await simulate();

    const alerts = await cli.database.sql`
      select company_id, provider_alert_id, status from alerts where id = ${ids[0] ?? ''}`;
    expect([alertIds.length, ids.length]).toEqual([1, 1]);
    expect([...alerts]).toEqual([
      { companyId: company.companyId, providerAlertId: alertIds[0], status: 'pending' },
    ]);
  });

  test('sends as many as asked, of the provider asked for', async () => {
    const { ids } = await simulate('--provider', 'provider_b_rdr', '--count', '250');

    const rows = await cli.database.sql<{ provider: string; count: number }[]>`
      select provider, count(*)::int as count from alerts where id in ${cli.database.sql(ids)} group by provider`;
    expect([...rows]).toEqual([{ provider: 'provider_b_rdr', count: 250 }]);
  });

  test.concurrent.each(['0', '1001', '1.5', ''])('refuses a count of "%s"', async (count) => {
    const { code, stdout, stderr } = await cli.run(
      'simulate',
      '--company',
      company.companyId,
      `--count=${count}`,
    );

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Give a whole number from 1 to 1000.');
  });

  test('tells how to enroll when no alert could reach the company', async () => {
    const { company_id: companyId = '' } = await cli.json('company', 'create', '--name', 'Alone');

    const { code, stdout, stderr } = await cli.run(
      'simulate',
      '--company',
      companyId,
      '--provider',
      'provider_b_rdr',
      '--json',
    );

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('has no enrollment for provider_b_rdr');
    expect(stderr).toContain(
      'enrollment create --merchant MERCHANT_ID --provider provider_b_rdr --acquirer-bin',
    );
  });
});

describe('the simulator of the sandbox', () => {
  test('sends a first spread to a company that has no alert yet, however often it starts', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { companyId } = await createTestCompany(service.sql);
    const log = pino({ level: 'silent' });
    const parts = {
      sql: service.sql,
      providerSecrets: PROVIDER_SECRETS,
      secretKey: service.config.secretKey ?? '',
      companyId,
      responseWindowMs: service.config.responseWindowMs,
      url: service.url,
      log,
    };

    for (let start = 0; start < 2; start += 1) await runSimulator(parts, AbortSignal.abort());

    const [spread] = await service.sql`
      select count(*) filter (where received_at > clock_timestamp() - interval '1 minute')::int as fresh,
        count(*) filter (where status = 'pending' and provider = 'provider_a_alerts')::int as waiting,
        count(*) filter (where status = 'expired')::int as expired,
        count(*) filter (where status in ('notfound', 'account_suspended', 'other'))::int as answered,
        count(*) filter (where expires_at < clock_timestamp() and status = 'pending'
          and provider = 'provider_a_alerts')::int as overdue
      from alerts where company_id = ${companyId}`;
    expect(spread).toMatchObject({ fresh: 6, waiting: 15, overdue: 0 });
    expect(spread?.['expired']).toBeGreaterThan(0);
    expect(spread?.['answered']).toBeGreaterThan(30);
  });
});
