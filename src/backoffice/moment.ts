import type { Queryable } from '../store/connect.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';

/** A moment as people name it. */
export type Moment =
  | { readonly kind: 'at'; readonly at: Date }
  | { readonly kind: 'ago'; readonly agoMs: number };

/** "Ago" is by the database's clock (D11). */
export async function resolveMoment(sql: Queryable, moment: Moment): Promise<Date> {
  switch (moment.kind) {
    case 'at':
      return moment.at;
    case 'ago':
      return new Date((await readDatabaseClock(sql)).getTime() - moment.agoMs);
  }
}
