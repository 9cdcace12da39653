import type postgres from 'postgres';
import type { AlertOrder } from '../../rules/alert-search.ts';
import type { Alert } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';

/** Where an alert stands in the order of a list, whether the list still holds it or not. */
export type AlertPosition = Pick<Alert, 'id' | 'expiresAt' | 'receivedAt'>;

/** The orders of `alerts a`, each with its two directions and sides; `id` breaks ties, so that no two are equal. */
export function inOrder(sql: Queryable, order: AlertOrder): postgres.Fragment {
  switch (order) {
    case 'least_time_left':
      return sql`a.expires_at, a.id`;
    case 'newest_first':
      return sql`a.received_at desc, a.id desc`;
  }
}

export function inReverse(sql: Queryable, order: AlertOrder): postgres.Fragment {
  switch (order) {
    case 'least_time_left':
      return sql`a.expires_at desc, a.id desc`;
    case 'newest_first':
      return sql`a.received_at, a.id`;
  }
}

export function comesAfter(sql: Queryable, order: AlertOrder, position: AlertPosition): postgres.Fragment {
  switch (order) {
    case 'least_time_left':
      return sql`(a.expires_at, a.id) > (${position.expiresAt}::timestamptz, ${position.id}::uuid)`;
    case 'newest_first':
      return sql`(a.received_at, a.id) < (${position.receivedAt}::timestamptz, ${position.id}::uuid)`;
  }
}

export function comesBefore(sql: Queryable, order: AlertOrder, position: AlertPosition): postgres.Fragment {
  switch (order) {
    case 'least_time_left':
      return sql`(a.expires_at, a.id) < (${position.expiresAt}::timestamptz, ${position.id}::uuid)`;
    case 'newest_first':
      return sql`(a.received_at, a.id) > (${position.receivedAt}::timestamptz, ${position.id}::uuid)`;
  }
}
