import type { FirstMessages } from '../en/index.ts';
import { common } from './common.ts';
import { overview } from './overview.ts';
import { session } from './session.ts';

export const first: FirstMessages = { common, overview, session };
