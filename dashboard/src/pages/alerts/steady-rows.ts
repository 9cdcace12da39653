import type { AlertPageShape, AlertRowShape } from '../../api/shapes.ts';

/** The rows on the screen. They keep their places whatever arrives, until somebody asks for the new ones. */
export interface SteadyRows {
  /** Which list this is: filter and page. */
  readonly key: string;
  readonly rows: readonly AlertRowShape[];
  /** Those of the rows that the list no longer holds. */
  readonly goneIds: ReadonlySet<string>;
  /** The service's time at which the rows were chosen; later alerts are new. */
  readonly since: string;
  /** The answer that was read last. */
  readonly page: AlertPageShape;
  /** The next answer replaces the rows. */
  readonly wantsNew: boolean;
}

export function takeRows(key: string, page: AlertPageShape, wantsNew: boolean): SteadyRows {
  return { key, rows: page.data, goneIds: new Set(), since: page.server_time, page, wantsNew };
}

/** Known rows show what is true now; new ones wait, and those that left stay where they are. */
export function keepRows(steady: SteadyRows, page: AlertPageShape): SteadyRows {
  const newest = new Map(page.data.map((row) => [row.id, row]));
  return {
    ...steady,
    page,
    rows: steady.rows.map((row) => newest.get(row.id) ?? row),
    goneIds: new Set(steady.rows.map(({ id }) => id).filter((id) => !newest.has(id))),
  };
}

/**
 * Those that still claim to wait but no longer do. Only where the list is ordered by time left: elsewhere a row may
 * merely have moved to the next page.
 */
export function goneFrom({ rows, goneIds }: SteadyRows): ReadonlySet<string> {
  const claims = rows.filter(({ status, held }) => status === 'pending' && held === null);
  return new Set(claims.map(({ id }) => id).filter((id) => goneIds.has(id)));
}
