import type * as common from './common.ts';
import type * as overview from './overview.ts';
import type * as rest from './rest.ts';
import type * as session from './session.ts';
import type * as setup from './setup.ts';

/** What is loaded together. English is the source: the other languages must have the same keys. */
export interface Parts {
  readonly common: typeof common;
  readonly overview: typeof overview;
  readonly session: typeof session;
  readonly setup: typeof setup;
  readonly rest: typeof rest;
}

export type Part = keyof Parts;
export type Messages = Parts['common'] &
  Parts['overview'] &
  Parts['session'] &
  Parts['setup'] &
  Parts['rest'];
