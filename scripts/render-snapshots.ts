import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { createServiceApp } from '../src/create-service-app.ts';
import { encodeSecret } from '../src/signing/standard-webhooks.ts';
import type { Sql } from '../src/store/connect.ts';
import { describeSchema } from './describe-schema.ts';

/** The committed files that are made from the code, by name, as they should be for a migrated database. */
export async function renderSnapshots(sql: Sql): Promise<Record<string, string>> {
  return { 'schema.sql': await describeSchema(sql), 'openapi.json': await renderOpenApi(sql) };
}

async function renderOpenApi(sql: Sql): Promise<string> {
  const secret = encodeSecret(Buffer.alloc(32));
  const config = readConfig({});
  const installation = {
    sql,
    patientSql: sql,
    secretKey: secret,
    providerSecrets: { provider_a_alerts: secret, provider_b_rdr: secret },
    settingsInForce: config,
    sandbox: undefined,
    close: async () => {},
  };
  const app = await createServiceApp(config, installation, pino({ level: 'silent' }));
  await app.ready();
  const document = app.swagger();
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
