import { join } from 'node:path';

export const DATABASE_NAME = 'chargeback_alerts';
export const SUPERUSER_NAME = 'chargeback_alerts';

export interface ServerPaths {
  readonly directory: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

export function serverPaths(directory: string): ServerPaths {
  return {
    directory,
    cluster: join(directory, 'cluster'),
    passwordFile: join(directory, 'password'),
    logFile: join(directory, 'server.log'),
  };
}
