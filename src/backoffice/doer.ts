import { type AuditRecord, recordAudit } from '../store/audit-log.ts';
import type { Queryable } from '../store/connect.ts';

/** Who does something, as the audit log will tell it. */
export interface Doer {
  /** Null for the command line. */
  readonly userId: string | null;
  readonly email: string;
  /** Null for an operator. */
  readonly companyId: string | null;
  readonly address: string;
}

/** Whoever may run commands on the machine. */
export const COMMAND_LINE: Doer = { userId: null, email: 'command line', companyId: null, address: '' };

export interface AuditedAction extends Pick<AuditRecord, 'action' | 'subject' | 'details'> {
  /** The company it was done to, where that is not the doer's own: an operator has none. */
  readonly companyId?: string | null | undefined;
}

/** Writes a row in the audit log, in the transaction of the change where there is one. */
export async function recordDeed(sql: Queryable, doer: Doer, action: AuditedAction): Promise<void> {
  await recordAudit(sql, {
    ...action,
    companyId: action.companyId ?? doer.companyId,
    userId: doer.userId,
    actor: doer.email,
    address: doer.address,
  });
}
