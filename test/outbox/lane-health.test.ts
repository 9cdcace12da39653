import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EXCHANGES_AT_ONCE_MAX,
  type ExchangeReport,
  exchangesAllowed,
  type LaneHealth,
  NEW_LANE,
  noteExchange,
} from '../../src/outbox/lane-health.ts';

const NOW = 1_000_000;
const REPORTS: Record<string, ExchangeReport> = {
  s: { kind: 'success', durationMs: 20 },
  f: { kind: 'failure', durationMs: 20 },
  t: { kind: 'transport_failure', durationMs: 10_000 },
  n: { kind: 'none', durationMs: 0 },
};

/** The health after these exchanges, one letter each: success, failure, transport failure, none. */
function after(exchanges: string, from: LaneHealth = NEW_LANE, nowMs = NOW): LaneHealth {
  return exchanges.split('').reduce((health, letter) => noteExchange(health, reportOf(letter), nowMs), from);
}

function reportOf(letter: string): ExchangeReport {
  const report = REPORTS[letter];
  if (report === undefined) throw new Error(`no report is called ${letter}`);
  return report;
}

describe('the breaker opens on 5 transport failures in a row or 70 % of at least 10 (design, chapter 6)', () => {
  test.for<[exchanges: string, state: 'open' | 'closed', why: string]>([
    ['', 'closed', 'nothing is known yet'],
    ['tttt', 'closed', 'four in a row'],
    ['ttttt', 'open', 'five in a row'],
    ['tttnt', 'closed', 'what was not asked does not count'],
    ['ttttnt', 'open', 'and does not break the row'],
    ['ttttstttt', 'closed', 'a success breaks the row'],
    ['ttttftttt', 'closed', 'an answer breaks the row too, and 9 are too few for a share'],
    ['sssssssssttttt', 'open', 'five in a row after success'],
    ['fffffffff', 'closed', 'nine failures are too few'],
    ['ffffffffff', 'open', 'ten of ten'],
    ['sssfffffff', 'open', '7 of 10 are 70 %'],
    ['ssssffffff', 'closed', '6 of 10'],
    ['ssssfffffff', 'closed', '7 of 11'],
    ['fffsfsfsff', 'open', 'the order does not matter: 7 of 10'],
    ['fffffffsss', 'closed', 'a success opens nothing, whatever was before'],
    ['ssssssssssssssssssssffffffffffffff', 'open', '14 of the latest 20'],
    ['ssssssssssssssssssssfffffffffffff', 'closed', '13 of the latest 20'],
    ['ssssssssssssssssssssssssssssssssssssssssffffffffffffff', 'open', 'old successes are forgotten'],
    ['ftftftftft', 'open', 'both kinds count for the share'],
  ])('%s → %s: %s', ([exchanges, state]) => {
    expect(after(exchanges).breaker.state).toBe(state);
  });
});

describe('while it is open: one probe at a time, with growing pauses', () => {
  const open = after('ttttt');

  test.for<[underWay: number, afterMs: number, allowed: number]>([
    [0, 0, 0],
    [0, 1999, 0],
    [0, 2000, 1],
    [0, 60_000, 1],
    [1, 2000, 0],
    [4, 60_000, 0],
  ])('%i under way, %i ms after it opened: %i may start', ([underWay, afterMs, allowed]) => {
    expect(exchangesAllowed(open, underWay, NOW + afterMs)).toBe(allowed);
  });

  test('the pause doubles with each failed probe, up to 30 s', () => {
    const pausesMs: number[] = [];
    let health = open;
    for (let probe = 0; probe < 7; probe += 1) {
      if (health.breaker.state === 'closed') throw new Error('it must stay open');
      const { probeAtMs } = health.breaker;
      health = after(probe % 2 === 0 ? 't' : 'f', health, probeAtMs);
      if (health.breaker.state === 'open') pausesMs.push(health.breaker.probeAtMs - probeAtMs);
    }
    expect(pausesMs).toEqual([4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  test('exchanges that were under way when it opened are no probes: their failure makes no pause longer', () => {
    const leftovers = after('ttttttttttt', open, NOW + 50);
    expect(leftovers.breaker).toEqual(open.breaker);
    expect(exchangesAllowed(leftovers, 0, NOW + 2000)).toBe(1);
  });

  test('a probe that succeeds closes it with one exchange at once; from there the rate climbs', () => {
    const closed = after('s', open, NOW + 2000);
    expect(closed.breaker.state).toBe('closed');
    expect(closed.limit).toBe(1);
    expect(exchangesAllowed(closed, 0, NOW + 2000)).toBe(1);
    expect(exchangesAllowed(closed, 1, NOW + 2000)).toBe(0);
    expect(['s', 'ss', 'sss'].map((exchanges) => after(exchanges, closed).limit)).toEqual([2, 3, 4]);
  });

  test('what went wrong before the recovery is forgotten: one failure after it does not open it again', () => {
    const closed = after('s', after('ffffffffff'), NOW + 2000);
    expect(after('f', closed).breaker.state).toBe('closed');
    expect(after('tttt', closed).breaker.state).toBe('closed');
    expect(after('ttttt', closed).breaker.state).toBe('open');
  });

  test('when it opens again, the pause begins anew', () => {
    const reopened = after('ttttt', after('s', after('t', open, NOW + 2000), NOW + 6000), NOW + 7000);
    expect(reopened.breaker).toEqual({ state: 'open', probeAtMs: NOW + 9000, probePauseMs: 2000 });
  });
});

describe('exchanges at once', () => {
  test('a new target begins with a few', () => {
    expect([0, 1, 3, 4, 5].map((underWay) => exchangesAllowed(NEW_LANE, underWay, NOW))).toEqual([
      4, 3, 1, 0, 0,
    ]);
  });

  test('success adds slowly up to 16, failure halves', () => {
    expect(exchangesAllowed(after('s'.repeat(500)), 0, NOW)).toBe(16);
    expect(after('f', after('s'.repeat(500))).limit).toBe(8);
    expect(after('ff').limit).toBe(1);
    expect(after('fff').limit).toBe(1);
  });

  test('never more than 16 nor less than 1 while closed, and never more than one while open, whatever happens', () => {
    const event = fc.record({
      letter: fc.constantFrom('s', 'f', 't', 'n'),
      passedMs: fc.integer({ min: 0, max: 40_000 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), fc.nat(20), (events, underWay) => {
        let health = NEW_LANE;
        let nowMs = NOW;
        for (const { letter, passedMs } of events) {
          nowMs += passedMs;
          health = noteExchange(health, reportOf(letter), nowMs);
          const allowed = exchangesAllowed(health, underWay, nowMs);
          const max = health.breaker.state === 'open' ? 1 : EXCHANGES_AT_ONCE_MAX;
          expect(health.limit).toBeGreaterThanOrEqual(1);
          expect(health.limit).toBeLessThanOrEqual(16);
          expect(allowed).toBeGreaterThanOrEqual(0);
          expect(allowed === 0 || allowed + underWay <= max).toBe(true);
        }
      }),
    );
  });

  test('however it failed, one success when a probe is due is enough to let work through again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ftn]{0,60}$/), (failures) => {
        const health = after('s', after(failures), NOW + 60_000);
        expect(exchangesAllowed(health, 0, NOW + 60_000)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('D24: a target that asks for quiet gets it', () => {
  const asked = noteExchange(NEW_LANE, { kind: 'failure', durationMs: 5, quietForMs: 60_000 }, NOW);

  test('nothing starts until then, and everything may after it', () => {
    expect(exchangesAllowed(asked, 0, NOW + 59_999)).toBe(0);
    expect(exchangesAllowed(asked, 0, NOW + 60_000)).toBeGreaterThan(0);
  });

  test('a shorter wish and a success do not cut a longer one short', () => {
    const later = noteExchange(asked, { kind: 'failure', durationMs: 5, quietForMs: 1000 }, NOW + 10);
    expect(exchangesAllowed(after('s', later), 0, NOW + 59_999)).toBe(0);
  });

  test('not even a probe goes out before its end', () => {
    expect(exchangesAllowed(after('ffffffffff', asked), 0, NOW + 59_999)).toBe(0);
    expect(exchangesAllowed(after('ffffffffff', asked), 0, NOW + 60_000)).toBe(1);
  });
});
