import { common } from './common.ts';
import { overview } from './overview.ts';
import { session } from './session.ts';

/** What the shell and the first pages say; the rest follows with the other pages. */
export const first = { common, overview, session };
