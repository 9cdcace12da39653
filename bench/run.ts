// `npm run bench [-- NAME …]`: every figure beside its limit, measured in one run. Bounded; loopback only.
// `npm run bench -- --quick [NAME …]`: a tenth of it, to see that it runs.
// `npm run bench -- soak [--minutes N]`: memory under full load, ten minutes unless told; only when it is named.
// `npm run bench -- --scale [ALERTS]`: one company with ten thousand and then with ten million alerts, or as many as given.
import { parseArgs } from 'node:util';
import { benchCores } from './cores.ts';
import { benchCsv } from './csv.ts';
import { benchDashboardFrames } from './dashboard-frames.ts';
import { benchExpiry } from './expiry.ts';
import { benchIntake } from './intake.ts';
import { benchList, benchRead } from './lookup.ts';
import { benchOutboxStatements } from './outbox-statements.ts';
import { benchOverload } from './overload.ts';
import { benchRetention } from './retention.ts';
import { benchScale } from './scale.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStatus } from './status.ts';
import type { BenchOptions } from './support/options.ts';
import { pickNamed } from './support/pick-named.ts';
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

const { values, positionals } = parseArgs({
  options: {
    scale: { type: 'boolean' },
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
if (values.scale) {
  console.log('scale …');
  console.log(await benchScale(Number(positionals[0] ?? SCALE_ALERTS)));
  process.exit();
}
const rows: BenchRow[] = [];
const options = { quick: values.quick, minutes: Number(values.minutes) };
for (const [name, bench] of pickNamed('benchmark', BENCHES, positionals)) {
  if (positionals.length === 0 && ONLY_WHEN_NAMED.has(name)) continue;
  console.error(`${name} …`);
  rows.push(...(await bench(options)));
}
console.log(renderReport(rows));
