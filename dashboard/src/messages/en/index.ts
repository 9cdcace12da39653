import type { first } from './first.ts';
import type { rest } from './rest.ts';

/** All texts. English is the source: the other languages must have the same keys. */
export type FirstMessages = typeof first;
export type RestMessages = typeof rest;
export type Messages = FirstMessages & RestMessages;
