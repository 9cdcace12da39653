import type { FastifyRequest } from 'fastify';
import { type AuditedAction, recordDeed } from '../backoffice/doer.ts';
import type { Queryable } from '../store/connect.ts';

/** Writes a row in the audit log about what the person did, in the transaction of the change where there is one. */
export async function audit(request: FastifyRequest, sql: Queryable, action: AuditedAction): Promise<void> {
  await recordDeed(sql, request.person, action);
}
