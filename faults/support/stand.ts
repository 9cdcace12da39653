import { type Config, readConfig } from '../../src/config.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createTestCompany, type TestCompany } from '../../test/support/company.ts';
import { createTestEndpoint } from '../../test/support/endpoint.ts';
import { type FakeProviderA, startFakeProviderA } from '../../test/support/provider-a.ts';
import { type Receiver, startReceiver } from '../../test/support/receiver.ts';
import { PROVIDER_SECRETS } from '../../test/support/service.ts';
import { killServiceProcesses } from '../../test/support/worker-process.ts';
import { Ledger } from './ledger.ts';

/** Everything around the service: its database, a company that listens, provider A, and what they were told. */
export interface Stand {
  readonly sql: Sql;
  readonly config: Config;
  readonly company: TestCompany;
  readonly receiver: Receiver;
  readonly provider: FakeProviderA;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

export interface StandOptions {
  /** Where the stand itself looks into the database. */
  readonly databaseUrl: string;
  /** Ways that lead through something that breaks; else the direct one. */
  readonly serviceDatabaseUrl?: string | undefined;
  readonly through?: (url: string) => Promise<string>;
  /** Prepares the database for another version; else for this one. */
  readonly migrate?: (config: Config) => Promise<void>;
}

export async function openStand(options: StandOptions): Promise<Stand> {
  const { databaseUrl, serviceDatabaseUrl = databaseUrl, through = async (url: string) => url } = options;
  const sql = connect(databaseUrl, { applicationName: 'faults', connectionsMax: 2 });
  const [receiver, provider] = await Promise.all([startReceiver(), startFakeProviderA()]);
  const config = readConfig({
    DATABASE_URL: serviceDatabaseUrl,
    SECRET_KEY: 'a key for faults only',
    PROVIDER_A_SECRET: PROVIDER_SECRETS.provider_a_alerts,
    PROVIDER_B_SECRET: PROVIDER_SECRETS.provider_b_rdr,
    PROVIDER_A_URL: await through(provider.url),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    HOST: '127.0.0.1',
  });
  if (options.migrate === undefined) await migrate(sql);
  else await options.migrate(config);
  const company = await createTestCompany(sql);
  await createTestEndpoint({ sql, config }, company, await through(receiver.url));
  return {
    sql,
    config,
    company,
    receiver,
    provider,
    ledger: new Ledger(),
    close: async () => {
      killServiceProcesses();
      await sql.end({ timeout: 1 });
      await Promise.all([receiver.stop(), provider.stop()]);
    },
  };
}

/** The stand's own questions, which must be answered however often its connection breaks. */
export async function askStubbornly<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let triesLeft = 100; ; triesLeft -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (triesLeft === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
