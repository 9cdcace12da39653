// `npm run bench [-- NAME …]`: every figure beside its limit, measured in one run. Bounded; loopback only.
// `npm run bench -- --scale [ALERTS]`: one company with ten thousand and then with ten million alerts, or as many as given.
import { benchCsv } from './csv.ts';
import { benchDashboardFrames } from './dashboard-frames.ts';
import { benchOutboxStatements } from './outbox-statements.ts';
import { benchScale } from './scale.ts';
import { renderReport } from './support/report.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES = {
  csv: benchCsv,
  dashboard: benchDashboardFrames,
  outbox: benchOutboxStatements,
  webhooks: benchWebhooks,
};

const SCALE_ALERTS = 10_000_000;

const wanted = process.argv.slice(2);
if (wanted[0] === '--scale') {
  console.log('scale …');
  console.log(await benchScale(Number(wanted[1] ?? SCALE_ALERTS)));
  process.exit();
}
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  console.log(renderReport(await bench()));
}
