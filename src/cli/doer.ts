import type { Doer } from '../store/people/audit-log.ts';

/** Whoever may run commands on the machine. */
export const COMMAND_LINE: Doer = { userId: null, email: 'command line', companyId: null, address: '' };
