/** One promise, put to the test. */
export interface FaultRow {
  readonly promise: string;
  readonly figure: string;
  readonly wanted: string;
  readonly holds: boolean;
}

/** A count that must be nothing. */
export function none(promise: string, count: number): FaultRow {
  return { promise, figure: whole(count), wanted: '0', holds: count === 0 };
}

/** The same for things that can be told apart; the first is shown. */
export function noneOf(promise: string, found: readonly string[]): FaultRow {
  const row = none(promise, found.length);
  return row.holds ? row : { ...row, figure: `${row.figure}: ${found[0]}` };
}

/** A figure that must not be larger. */
export function atMost(promise: string, value: number, limit: number, unit: string): FaultRow {
  return {
    promise,
    figure: `${short(value)} ${unit}`,
    wanted: `at most ${short(limit)} ${unit}`,
    holds: value <= limit,
  };
}

/** What was done, so that a zero elsewhere means something. */
export function atLeast(promise: string, count: number, limit: number): FaultRow {
  return { promise, figure: whole(count), wanted: `at least ${whole(limit)}`, holds: count >= limit };
}

/** Tells the rows of one run from those of another. */
export function titled(title: string, rows: readonly FaultRow[]): FaultRow[] {
  return rows.map((row) => Object.assign({}, row, { promise: `${title}: ${row.promise}` }));
}

/** One Markdown table, so that it can stand in the documentation as it is. */
export function renderFaults(rows: readonly FaultRow[]): string {
  return [
    '| Promise | figure | wanted | holds |',
    '|---|---|---|---|',
    ...rows.map(
      ({ promise, figure, wanted, holds }) =>
        `| ${promise} | ${figure} | ${wanted} | ${holds ? 'yes' : 'NO'} |`,
    ),
  ].join('\n');
}

function whole(value: number): string {
  return value.toLocaleString('en');
}

function short(value: number): string {
  return value >= 100 ? whole(Math.round(value)) : value.toFixed(1);
}
