// `npm run attacks`: attacks our own service on loopback and tells what held.
import { pickNamed, readCommandLine } from '../bench/support/command-line.ts';
import { ATTACKS } from './attacks.ts';
import { openService } from './support/open-service.ts';
import { renderOutcome, TABLE_HEAD } from './support/report.ts';
import { createTarget } from './support/target.ts';

const BREACHES_SHOWN_MAX = 20;

const USAGE = `npm run attacks [-- NAME …] [--seed N] [--requests N]

Attacks a service of its own on loopback, and tells what held; all of them unless some are named.

  NAME          ${Object.keys(ATTACKS).join(', ')}
  --seed N      the same attacks as another run with this seed (1)
  --requests N  how many requests an attack may make`;

const asked = readCommandLine({ usage: USAGE, numbers: ['seed', 'requests'] });
const wanted = pickNamed(ATTACKS, asked.names, USAGE);
const service = await openService();
console.log(TABLE_HEAD);
try {
  for (const [name, attack] of wanted) {
    const outcome = await attack.run(await createTarget(service), {
      seed: asked.number('seed') ?? 1,
      tries: asked.number('requests') ?? attack.tries,
    });
    for (const breach of outcome.breaches.slice(0, BREACHES_SHOWN_MAX)) console.error(breach);
    if (outcome.breaches.length > 0) process.exitCode = 1;
    console.log(renderOutcome(name, attack, outcome));
  }
} finally {
  await service.close();
}
