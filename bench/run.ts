// `npm run bench`: every figure beside its limit, measured in one run. Bounded; loopback only.
import { benchCores } from './cores.ts';
import { benchCsv } from './csv.ts';
import { benchDashboardFrames } from './dashboard-frames.ts';
import { benchExpiry } from './expiry.ts';
import { benchIntake } from './intake.ts';
import { benchList, benchRead } from './lookup.ts';
import { benchOutboxStatements } from './outbox-statements.ts';
import { benchOverload } from './overload.ts';
import { benchRetention } from './retention.ts';
import { benchScale, FEW } from './scale.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStatus } from './status.ts';
import type { BenchOptions } from './support/options.ts';
import { pickNamed, readCommandLine, refuse } from './support/command-line.ts';
import { type BenchRow, renderReport } from './support/report.ts';
import { benchWebhooks } from './webhooks.ts';

type Bench = (options: BenchOptions) => Promise<BenchRow[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  intake: benchIntake,
  status: benchStatus,
  list: benchList,
  read: benchRead,
  expiry: benchExpiry,
  overload: benchOverload,
  cores: benchCores,
  start: benchStart,
  outbox: benchOutboxStatements,
  webhooks: benchWebhooks,
  csv: benchCsv,
  dashboard: benchDashboardFrames,
  retention: benchRetention,
  soak: benchSoak,
};
/** Too long to be meant by everything. */
const ONLY_WHEN_NAMED: ReadonlySet<string> = new Set(['soak']);

const SCALE_ALERTS = 10_000_000;

const USAGE = `npm run bench [-- NAME …] [--quick] [--minutes N]
npm run bench -- --scale [--alerts N]

Every figure beside its limit, measured in one run; all but ${[...ONLY_WHEN_NAMED].join(', ')} unless some are named.

  NAME         ${Object.keys(BENCHES).join(', ')}
  --quick      a tenth of the work, to see that it runs
  --minutes N  how long soak watches memory under full load (10)
  --scale      one company with 10,000 alerts, and then with many
  --alerts N   how many that is, more than 10,000 (${SCALE_ALERTS.toLocaleString('en')})`;

const asked = readCommandLine({ usage: USAGE, flags: ['scale', 'quick'], numbers: ['minutes', 'alerts'] });
if (asked.has('scale')) {
  const many = asked.number('alerts') ?? SCALE_ALERTS;
  if (many <= FEW) refuse(`--alerts must be more than ${FEW}; received ${many}`, USAGE);
  console.log('scale …');
  console.log(await benchScale(many));
  process.exit();
}
const rows: BenchRow[] = [];
const options = { quick: asked.has('quick'), minutes: asked.number('minutes') ?? 10 };
for (const [name, bench] of pickNamed(BENCHES, asked.names, USAGE)) {
  if (asked.names.length === 0 && ONLY_WHEN_NAMED.has(name)) continue;
  console.error(`${name} …`);
  rows.push(...(await bench(options)));
}
console.log(renderReport(rows));
