import type { Config } from '../../src/config.ts';
import type { Installation } from '../../src/open-installation.ts';
import type { Sql } from '../../src/store/connect.ts';

/** What a service works on in a test, with the secrets of its configuration; whoever opened the pool closes it. */
export function installationOn(sql: Sql, config: Config): Installation {
  return {
    sql,
    patientSql: sql,
    secretKey: config.secretKey ?? '',
    providerSecrets: {
      provider_a_alerts: config.providerASecret ?? '',
      provider_b_rdr: config.providerBSecret ?? '',
    },
    settingsInForce: config,
    sandbox: undefined,
    close: async () => {},
  };
}
