import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerStatus } from '../../src/rules/alert.ts';
import { createClient } from '../../test/support/client.ts';
import { receiveAlert } from '../../test/support/provider.ts';
import { ageAlert, DAY_MS, HOUR_MS } from '../../test/support/time.ts';
import type { Stand } from './stand.ts';

const MINUTE_MS = 60_000;
/** Time for expiry to do what it must not. */
const EXPIRY_LOOKS_MS = 1500;

interface ClockCase {
  readonly answeredBefore?: AnswerStatus;
  readonly ageMs: number;
  readonly answer: AnswerStatus;
  readonly isInTime: boolean;
}

/** On both sides of both deadlines, nearer to them than the clock is wrong. */
const CASES: readonly ClockCase[] = [
  { ageMs: 0, answer: 'notfound', isInTime: true },
  { ageMs: DAY_MS - 5 * MINUTE_MS, answer: 'notfound', isInTime: true },
  { ageMs: DAY_MS - 5 * MINUTE_MS, answer: 'other', isInTime: true },
  { ageMs: DAY_MS, answer: 'notfound', isInTime: false },
  { ageMs: DAY_MS + HOUR_MS, answer: 'account_suspended', isInTime: false },
  { answeredBefore: 'other', ageMs: DAY_MS + HOUR_MS, answer: 'account_suspended', isInTime: true },
  { answeredBefore: 'other', ageMs: 6 * DAY_MS - 5 * MINUTE_MS, answer: 'account_suspended', isInTime: true },
  { answeredBefore: 'other', ageMs: 6 * DAY_MS, answer: 'account_suspended', isInTime: false },
];

export interface ClockFindings {
  readonly decisions: number;
  readonly wrongAnswers: number;
  readonly wrongExpiries: number;
}

/** Alerts of every age are answered, and left to expiry; what was decided otherwise than the true time says is counted. */
export async function decideByTheClock(url: string, { sql, company }: Stand): Promise<ClockFindings> {
  const client = createClient(url, company);
  let wrongAnswers = 0;
  let wrongExpiries = 0;
  async function decide({ answeredBefore, ageMs, answer, isInTime }: ClockCase): Promise<void> {
    const [answered, left] = await Promise.all([receiveAlert(url, company), receiveAlert(url, company)]);
    if (answeredBefore !== undefined) {
      await Promise.all([client.answer(answered, answeredBefore), client.answer(left, answeredBefore)]);
    }
    await Promise.all([ageAlert(sql, answered, ageMs), ageAlert(sql, left, ageMs)]);
    const { status } = await client.answer(answered, answer);
    if ((status === 200) !== isInTime) wrongAnswers += 1;
    await pause(EXPIRY_LOOKS_MS);
    const expected = answeredBefore ?? (isInTime ? 'pending' : 'expired');
    if ((await client.read(left)).body.data.status !== expected) wrongExpiries += 1;
  }
  await Promise.all(CASES.map(decide));
  return { decisions: 2 * CASES.length, wrongAnswers, wrongExpiries };
}
