import type { Config } from '../../src/config.ts';
import type { FaultOptions } from './fault-options.ts';
import type { Ledger } from './ledger.ts';
import { startLoad } from './load.ts';
import { Random } from './random.ts';
import type { FaultRow } from './report.ts';
import { ServicePart } from './service-part.ts';
import { openStand, type Stand, type StandOptions } from './stand.ts';
import { verify, waitUntilAllIsDone } from './verify.ts';

/** Processes of the service, and where the load finds them. */
interface RunningService {
  readonly url: string;
  /** Ends what is not a process of the service. */
  readonly stop?: () => void;
}

export interface Scenery<Service extends RunningService>
  extends Omit<StandOptions, 'databaseUrl'>, Pick<FaultOptions, 'seed'> {
  readonly database: { readonly url: string; discard(): Promise<void> };
  readonly start: (config: Config) => Promise<Service>;
  /** How far apart the providers' messages come. */
  readonly alertsEveryMs: number;
}

export interface Aftermath<Struck> {
  /** What the strike itself came to. */
  readonly struck: Struck;
  /** Whether everything that anybody was told was kept. */
  readonly kept: readonly FaultRow[];
  readonly ledger: Ledger;
}

/** Lets a fault strike a service at work; then all that waits is done, and held against what anybody was told. */
export async function underLoad<Service extends RunningService, Struck>(
  { database, start, alertsEveryMs, seed, ...ways }: Scenery<Service>,
  strike: (stand: Stand, service: Service) => Promise<Struck>,
): Promise<Aftermath<Struck>> {
  const stand = await openStand({ databaseUrl: database.url, ...ways });
  const service = await start(stand.config);
  const { company, ledger, sql } = stand;
  const load = startLoad({
    url: service.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: alertsEveryMs,
  });
  try {
    const struck = await strike(stand, service);
    await load.stop();
    await waitUntilAllIsDone(sql);
    return { struck, kept: await verify(sql, { ...stand, requests: stand.receiver.requests }), ledger };
  } finally {
    service.stop?.();
    await stand.close();
    await database.discard();
  }
}

export interface ApiAndWorker extends RunningService {
  readonly api: ServicePart;
  readonly worker: ServicePart;
}

export async function startApiAndWorker(config: Config): Promise<ApiAndWorker> {
  const [api, worker] = await Promise.all([
    ServicePart.start(config, 'api'),
    ServicePart.start(config, 'worker'),
  ]);
  return { url: api.url, api, worker };
}
