import { randomBytes } from 'node:crypto';
import { sendRequest } from '../test/support/http-request.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import type { Target } from './support/target.ts';

/** Less than a network's own unrest by far. */
const DIFFERENCE_MAX_MICROSECONDS = 100;

/** Whether the time of a refusal tells a client id that exists from one that does not. */
export const credentialTiming: Attack = {
  defence: `an unknown client id and a wrong secret differ by less than ${DIFFERENCE_MAX_MICROSECONDS} µs in the median`,
  tries: 20_000,
  run: compareTimes,
};

async function compareTimes(target: Target, { tries }: Plan): Promise<Outcome> {
  const { clientId } = target.company;
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < tries / 2; pair += 1) {
    // In turns, so that whatever else the machine does meets both alike.
    const kinds = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of kinds) {
      const id = kind === 'known' ? clientId : `client_${randomBytes(6).toString('hex')}`;
      times[kind].push(await timeRefusal(target, id));
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const difference = Math.round(Math.abs(known - unknown));
  return {
    tries,
    breaches: difference > DIFFERENCE_MAX_MICROSECONDS ? [`they differ by ${difference} µs`] : [],
    figure: `wrong secret ${Math.round(known)} µs, unknown id ${Math.round(unknown)} µs`,
  };
}

async function timeRefusal({ url }: Target, clientId: string): Promise<number> {
  const authorization = `Basic ${btoa(`${clientId}:${randomBytes(16).toString('hex')}`)}`;
  const startedMs = performance.now();
  const { status } = await sendRequest(url, '/api/v1/chargeback-alert/alerts', {
    headers: { authorization },
  });
  if (status !== 401) throw new Error(`a wrong secret was answered ${status}`);
  return (performance.now() - startedMs) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
