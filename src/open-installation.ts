import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Provider } from './rules/provider.ts';
import { ensureSandboxCompany } from './sandbox/sandbox-company.ts';
import { openSandboxDatabase } from './sandbox/postgres/open-sandbox-database.ts';
import { ensureSandboxRecord, ensureSecretKey, type SandboxRecord } from './sandbox/sandbox-record.ts';
import { noteSettings, readNotedSettings, type SettingsInForce } from './sandbox/settings-in-force.ts';
import { connect, connectPatiently, type Sql } from './store/connect.ts';
import { migrate } from './store/migrate.ts';

const CONNECTIONS_MAX = { service: 10, kept_process: 10, command: 2 } as const;

/** What a service or a command works on: a migrated database and the secrets that belong to it. */
export interface Installation {
  readonly sql: Sql;
  /** For statements that may take minutes. */
  readonly patientSql: Sql;
  readonly secretKey: string;
  readonly providerSecrets: Readonly<Record<Provider, string>>;
  /** A command in the sandbox takes those of its service. */
  readonly settingsInForce: SettingsInForce;
  /** Undefined with DATABASE_URL. */
  readonly sandbox: { readonly record: SandboxRecord; readonly isNew: boolean } | undefined;
  /** Closes the connections, and the embedded database last. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** One of several processes works, like a command, on what its supervisor has opened. */
  readonly holder: 'service' | 'kept_process' | 'command';
  readonly log: FastifyBaseLogger;
  /** The embedded database is gone and could not be brought back. */
  readonly onDatabaseLost?: (reason: string) => void;
}

export async function openInstallation(config: Config, options: OpenOptions): Promise<Installation> {
  return config.databaseUrl === undefined
    ? openSandbox(config, options)
    : openWithDatabase(config, config.databaseUrl, options);
}

async function openWithDatabase(
  config: Config,
  databaseUrl: string,
  { holder, log }: OpenOptions,
): Promise<Installation> {
  const { secretKey, providerASecret, providerBSecret } = config;
  if (secretKey === undefined || providerASecret === undefined || providerBSecret === undefined) {
    throw new Error('The configuration lacks a secret that DATABASE_URL requires');
  }
  const connections = await connectAndMigrate(databaseUrl, holder, log);
  return {
    ...connections,
    secretKey,
    providerSecrets: { provider_a_alerts: providerASecret, provider_b_rdr: providerBSecret },
    settingsInForce: config,
    sandbox: undefined,
    close: () => closeAll(connections),
  };
}

const CLOSE_WITHIN_SECONDS = 5;

async function openSandbox(config: Config, options: OpenOptions): Promise<Installation> {
  const { holder, log } = options;
  const database = await openSandboxDatabase({
    dataDir: config.dataDir,
    holder: holder === 'service' ? 'service' : 'command',
    log: (message) => log.info(message),
    onLost: (reason) => options.onDatabaseLost?.(reason),
  });
  try {
    const record = await ensureSandboxRecord(config.dataDir, config);
    const secretKey = await ensureSecretKey(config.dataDir, config.secretKey);
    const connections = await connectAndMigrate(database.url, holder, log);
    const { sql } = connections;
    if (holder === 'service') await noteSettings(sql, config);
    return {
      ...connections,
      secretKey,
      providerSecrets: {
        provider_a_alerts: record.provider_a_secret,
        provider_b_rdr: record.provider_b_secret,
      },
      settingsInForce: await readNotedSettings(sql, config),
      sandbox: { record, isNew: await ensureSandboxCompany(sql, record) },
      close: async () => {
        await closeAll(connections);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Connections = Pick<Installation, 'sql' | 'patientSql'>;

async function connectAndMigrate(
  databaseUrl: string,
  holder: OpenOptions['holder'],
  log: FastifyBaseLogger,
): Promise<Connections> {
  const applicationName = `chargeback-alerts ${holder}`;
  const connections = {
    sql: connect(databaseUrl, { applicationName, connectionsMax: CONNECTIONS_MAX[holder] }),
    patientSql: connectPatiently(databaseUrl, { applicationName, connectionsMax: 1 }),
  };
  try {
    const applied = await migrate(connections.patientSql, { log });
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    return connections;
  } catch (error) {
    await closeAll(connections);
    throw error;
  }
}

async function closeAll({ sql, patientSql }: Connections): Promise<void> {
  await Promise.all([sql, patientSql].map((pool) => pool.end({ timeout: CLOSE_WITHIN_SECONDS })));
}
