import { pino } from 'pino';
import { createServiceApp } from '../../src/create-service-app.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { installationOn } from './installation.ts';
import type { TestService } from './service.ts';

export interface SecondService {
  readonly url: string;
  readonly sql: Sql;
  stop(): Promise<void>;
}

export interface SecondServiceOptions {
  /** Another way to the same database, such as a proxy in front of it. */
  readonly databaseUrl?: string;
  readonly connectionsMax?: number;
  readonly isLeaving?: () => boolean;
}

/** Another process' worth of the service on the database of the first one: its own pool, its own port. */
export async function startSecondService(
  first: TestService,
  { databaseUrl, connectionsMax = 10, isLeaving }: SecondServiceOptions = {},
): Promise<SecondService> {
  const sql = connect(databaseUrl ?? first.config.databaseUrl ?? '', {
    applicationName: 'second service',
    connectionsMax,
  });
  const app = await createServiceApp(
    first.config,
    installationOn(sql, first.config),
    pino({ level: 'silent' }),
    { isLeaving },
  );
  const url = await app.listen({ host: first.config.host, port: 0 });
  return {
    url,
    sql,
    stop: async () => {
      await app.close();
      // Everything is answered by now; a connection that the test has broken would be waited for in vain.
      await sql.end({ timeout: 0 });
    },
  };
}
