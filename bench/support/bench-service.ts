import { setTimeout as pause } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import type { BenchDatabase } from './bench-database.ts';
import { Child } from './child.ts';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';

/** With the flags of `npm start`. */
const NODE_FLAGS = packageFile.scripts.start.split(' ').filter((word) => word.startsWith('--'));

export interface BenchService {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The whole service, or a part of it, in a process of its own, once it is ready. */
export async function startBenchService(
  database: BenchDatabase,
  options: readonly string[] = [],
): Promise<BenchService> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...database.environment, PORT: String(port), PUBLIC_URL: url };
  const child = new Child('bin/chargeback-alerts.js', ['serve', ...options], environment, NODE_FLAGS);
  for (let isReady = false; !isReady; await pause(50)) {
    isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return { url, port, pid: child.pid, stop: () => child.stop() };
}
