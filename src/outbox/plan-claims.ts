/** What the plan needs to know of a lane. */
export interface LaneDemand {
  readonly lane: string;
  readonly companyId: string;
  /** Jobs it could use now. */
  readonly jobsWanted: number;
  readonly isSlow: boolean;
  readonly lastServedMs: number;
}

export interface ClaimCapacity {
  readonly jobsFree: number;
  /** The part of it that slow lanes may have together. */
  readonly slowJobsFree: number;
}

/**
 * Shares what a worker can take among the lanes: company before endpoint, the one served longest ago first, slow lanes
 * together never more than their part. Returns jobs for each lane; a lane that gets none is not named.
 */
export function planClaims(
  demands: readonly LaneDemand[],
  capacity: ClaimCapacity,
): ReadonlyMap<string, number> {
  const inTurn = companiesInTurn(demands.filter(({ jobsWanted }) => jobsWanted > 0));
  const planned = new Map<string, number>();
  let { jobsFree, slowJobsFree } = capacity;
  const evenShare = Math.max(1, Math.floor(jobsFree / Math.max(1, inTurn.length)));
  // First an even share for each lane, then what is left to those that can use more.
  for (const shareMax of [evenShare, Number.POSITIVE_INFINITY]) {
    for (const { lane, jobsWanted, isSlow } of inTurn) {
      const given = planned.get(lane) ?? 0;
      const jobs = Math.min(jobsWanted - given, shareMax, isSlow ? slowJobsFree : jobsFree, jobsFree);
      if (jobs <= 0) continue;
      planned.set(lane, given + jobs);
      jobsFree -= jobs;
      if (isSlow) slowJobsFree -= jobs;
    }
  }
  return planned;
}

/** The first lane of every company, then the second of those that have two, and so on. */
function companiesInTurn(demands: readonly LaneDemand[]): LaneDemand[] {
  const byCompany = Object.groupBy(
    demands.toSorted((one, other) => one.lastServedMs - other.lastServedMs),
    ({ companyId }) => companyId,
  );
  return Object.values(byCompany)
    .flatMap((lanes = []) => lanes.map((demand, turn) => ({ demand, turn })))
    .toSorted((one, other) => one.turn - other.turn || one.demand.lastServedMs - other.demand.lastServedMs)
    .map(({ demand }) => demand);
}
