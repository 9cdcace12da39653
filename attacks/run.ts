// `npm run attacks [-- NAME …] [--seed N] [--requests N]`: attacks our own service on loopback and tells what held.
import { parseArgs } from 'node:util';
import { pickNamed } from '../bench/support/pick-named.ts';
import { ATTACKS } from './attacks.ts';
import { openService } from './support/open-service.ts';
import { renderOutcome, TABLE_HEAD } from './support/report.ts';
import { createTarget } from './support/target.ts';

const BREACHES_SHOWN_MAX = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, requests: { type: 'string' } },
});
const seed = Number(values.seed);
const wanted = pickNamed('attack', ATTACKS, positionals);
const service = await openService();
console.log(TABLE_HEAD);
try {
  for (const [name, attack] of wanted) {
    const outcome = await attack.run(await createTarget(service), {
      seed,
      tries: Number(values.requests ?? attack.tries),
    });
    for (const breach of outcome.breaches.slice(0, BREACHES_SHOWN_MAX)) console.error(breach);
    if (outcome.breaches.length > 0) process.exitCode = 1;
    console.log(renderOutcome(name, attack, outcome));
  }
} finally {
  await service.close();
}
