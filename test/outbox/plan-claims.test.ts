import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LaneDemand, planClaims } from '../../src/outbox/plan-claims.ts';

const WIDE = { jobsFree: 1000, slowJobsFree: 1000 };

/** A lane called `company/endpoint` that could use this many jobs. */
function lane(name: string, jobsWanted: number, more: Partial<LaneDemand> = {}): LaneDemand {
  const [companyId = ''] = name.split('/');
  return { lane: name, companyId, jobsWanted, isSlow: false, lastServedMs: 0, ...more };
}

function plan(demands: readonly LaneDemand[], jobsFree: number, slowJobsFree = jobsFree) {
  return Object.fromEntries(planClaims(demands, { jobsFree, slowJobsFree }));
}

describe('fair between companies, then endpoints (design, chapter 6)', () => {
  test('with room for all, everyone gets what it can use', () => {
    expect(plan([lane('a/1', 8), lane('a/2', 3), lane('b/1', 32)], 1000)).toEqual({
      'a/1': 8,
      'a/2': 3,
      'b/1': 32,
    });
  });

  test('with room for one each, every company has its first before any has its second', () => {
    const demands = [lane('a/1', 5), lane('a/2', 5), lane('a/3', 5), lane('b/1', 5), lane('c/1', 5)];
    expect(plan(demands, 3)).toEqual({ 'a/1': 1, 'b/1': 1, 'c/1': 1 });
    expect(plan(demands, 4)).toEqual({ 'a/1': 1, 'b/1': 1, 'c/1': 1, 'a/2': 1 });
  });

  test('too little for all: even shares, and what one leaves goes to those that can use more', () => {
    expect(plan([lane('a/1', 100), lane('b/1', 100)], 50)).toEqual({ 'a/1': 25, 'b/1': 25 });
    expect(plan([lane('a/1', 5), lane('b/1', 100)], 50)).toEqual({ 'a/1': 5, 'b/1': 45 });
  });

  test('a lane with a huge demand does not starve a small one', () => {
    expect(plan([lane('a/1', 1_000_000), lane('b/1', 1)], 10)).toEqual({ 'a/1': 9, 'b/1': 1 });
  });

  test('the one that was served longest ago comes first', () => {
    const demands = [
      lane('a/1', 5, { lastServedMs: 30 }),
      lane('b/1', 5, { lastServedMs: 10 }),
      lane('c/1', 5, { lastServedMs: 20 }),
    ];
    expect(plan(demands, 1)).toEqual({ 'b/1': 1 });
    expect(plan(demands, 2)).toEqual({ 'b/1': 1, 'c/1': 1 });
  });

  test('turn by turn everyone is served, however little room there is', () => {
    const served = new Map<string, number>();
    const names = ['a/1', 'a/2', 'a/3', 'b/1', 'c/1', 'c/2'];
    for (let round = 1; round <= 12; round += 1) {
      const demands = names.map((name) => lane(name, 5, { lastServedMs: served.get(name) ?? 0 }));
      for (const name of planClaims(demands, { jobsFree: 1, slowJobsFree: 1 }).keys())
        served.set(name, round);
    }
    expect([...served.keys()].toSorted()).toEqual(names);
  });

  test('a lane that wants nothing, or has more in hand than it may, is not named', () => {
    expect(plan([lane('a/1', 0), lane('b/1', -3), lane('c/1', 1)], 10)).toEqual({ 'c/1': 1 });
    expect(plan([], 10)).toEqual({});
    expect(plan([lane('a/1', 5)], 0)).toEqual({});
    expect(plan([lane('a/1', 5)], -7)).toEqual({});
  });
});

describe('promise 4: slow lanes share a bounded part', () => {
  test('together they get no more than their part; the rest stays for the others', () => {
    const slow = ['a/1', 'b/1', 'c/1'].map((name) => lane(name, 50, { isSlow: true }));
    const planned = plan([...slow, lane('d/1', 50)], 100, 20);
    expect(planned['d/1']).toBe(50);
    expect((planned['a/1'] ?? 0) + (planned['b/1'] ?? 0) + (planned['c/1'] ?? 0)).toBe(20);
  });

  test('when their part is used up, or more than that, they get nothing', () => {
    expect(plan([lane('a/1', 5, { isSlow: true }), lane('b/1', 5)], 100, 0)).toEqual({ 'b/1': 5 });
    expect(plan([lane('a/1', 5, { isSlow: true }), lane('b/1', 5)], 100, -12)).toEqual({ 'b/1': 5 });
  });
});

const demandArbitrary = fc.record({
  company: fc.constantFrom('a', 'b', 'c', 'd'),
  endpoint: fc.nat(4),
  jobsWanted: fc.integer({ min: -20, max: 80 }),
  isSlow: fc.boolean(),
  lastServedMs: fc.nat(1000),
});
const demandsArbitrary = fc
  .uniqueArray(demandArbitrary, {
    maxLength: 20,
    selector: ({ company, endpoint }) => `${company}/${endpoint}`,
  })
  .map((drafts) =>
    drafts.map(({ company, endpoint, jobsWanted, isSlow, lastServedMs }) =>
      lane(`${company}/${endpoint}`, jobsWanted, { isSlow, lastServedMs }),
    ),
  );
const capacityArbitrary = fc.record({
  jobsFree: fc.integer({ min: -5, max: 300 }),
  slowJobsFree: fc.integer({ min: -20, max: 100 }),
});

describe('whatever is wanted and whatever is free', () => {
  test('neither the capacity nor a demand is exceeded, and jobs are whole', () => {
    fc.assert(
      fc.property(demandsArbitrary, capacityArbitrary, (demands, capacity) => {
        const planned = planClaims(demands, capacity);
        const given = demands.map((demand) => ({ ...demand, jobs: planned.get(demand.lane) ?? 0 }));
        const sum = (list: typeof given): number => list.reduce((total, { jobs }) => total + jobs, 0);
        expect(sum(given)).toBeLessThanOrEqual(Math.max(0, capacity.jobsFree));
        expect(sum(given.filter(({ isSlow }) => isSlow))).toBeLessThanOrEqual(
          Math.max(0, capacity.slowJobsFree),
        );
        for (const { jobs, jobsWanted } of given) expect(jobs).toBeLessThanOrEqual(Math.max(0, jobsWanted));
        for (const jobs of planned.values()) expect(Number.isInteger(jobs) && jobs > 0).toBe(true);
      }),
    );
  });

  test('nothing that could be used is left lying', () => {
    fc.assert(
      fc.property(demandsArbitrary, fc.integer({ min: 0, max: 300 }), (demands, jobsFree) => {
        const wanted = demands.reduce((total, { jobsWanted }) => total + Math.max(0, jobsWanted), 0);
        const planned = planClaims(demands, { ...WIDE, jobsFree });
        const given = planned.values().reduce((total, jobs) => total + jobs, 0);
        expect(given).toBe(Math.min(wanted, jobsFree));
      }),
    );
  });

  test('no company goes without while another has two lanes served', () => {
    fc.assert(
      fc.property(demandsArbitrary, fc.integer({ min: 0, max: 300 }), (demands, jobsFree) => {
        const planned = planClaims(demands, { ...WIDE, jobsFree });
        const hungry = demands.filter(({ jobsWanted }) => jobsWanted > 0);
        const lanesServed = Object.groupBy(hungry, ({ companyId }) => companyId);
        const counts = Object.values(lanesServed).map(
          (lanes = []) => lanes.filter((demand) => planned.has(demand.lane)).length,
        );
        expect(Math.min(...counts, Infinity) > 0 || Math.max(...counts, 0) <= 1).toBe(true);
      }),
    );
  });
});
