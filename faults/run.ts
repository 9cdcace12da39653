// `npm run faults`: faults on purpose, and what the service owes all the same.
import { pickNamed, readCommandLine } from '../bench/support/command-line.ts';
import { faultClock } from './clock.ts';
import { faultDisk } from './disk.ts';
import { faultFailover } from './failover.ts';
import { faultKill } from './kill.ts';
import { faultNetwork } from './network.ts';
import { faultOutage } from './outage.ts';
import { faultPool } from './pool.ts';
import { faultRolling } from './rolling.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { type FaultRow, renderFaults } from './support/report.ts';
import { faultUpgrade } from './upgrade.ts';
import { faultWeeks } from './weeks.ts';

interface Fault {
  readonly run: (options: FaultOptions) => Promise<FaultRow[]>;
  readonly cycles: number;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  kill: { run: faultKill, cycles: 200 },
  network: { run: faultNetwork, cycles: 60 },
  outage: { run: faultOutage, cycles: 1 },
  failover: { run: faultFailover, cycles: 1 },
  clock: { run: faultClock, cycles: 5 },
  rolling: { run: faultRolling, cycles: 3 },
  upgrade: { run: faultUpgrade, cycles: 1 },
  disk: { run: faultDisk, cycles: 3 },
  pool: { run: faultPool, cycles: 2 },
  weeks: { run: faultWeeks, cycles: 40 },
};

const USAGE = `npm run faults [-- NAME …] [--seed N] [--cycles N]

Faults on purpose, and what the service owes all the same; all of them unless some are named. They take about an hour.

  NAME        ${Object.keys(FAULTS).join(', ')}
  --seed N    the same faults in the same order as another run with this seed (1)
  --cycles N  how often (${Object.entries(FAULTS)
    .map(([name, { cycles }]) => `${name} ${cycles}`)
    .join(', ')})`;

const asked = readCommandLine({ usage: USAGE, numbers: ['seed', 'cycles'] });
const wanted = pickNamed(FAULTS, asked.names, USAGE);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
let broken = 0;
for (const [name, fault] of wanted) {
  const options = { seed: asked.number('seed') ?? 1, cycles: asked.number('cycles') ?? fault.cycles };
  console.log(`${name}, seed ${options.seed}, ${options.cycles} cycles …`);
  const rows = await fault.run(options);
  console.log(`${renderFaults(rows)}\n`);
  broken += rows.filter(({ holds }) => !holds).length;
}
process.exit(broken === 0 ? 0 : 1);
