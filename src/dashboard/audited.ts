import type { FastifyRequest } from 'fastify';
import type { AuditedAction } from '../backoffice/doer.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { transact } from '../store/transact.ts';
import { audit } from './audit.ts';

/** Does it and says so in the audit log, both or neither. */
export async function audited<Result>(
  request: FastifyRequest,
  sql: Sql,
  act: (transaction: Queryable) => Promise<Result>,
  describe: (result: Result) => AuditedAction,
): Promise<Result> {
  return transact(sql, async (transaction) => {
    const result = await act(transaction);
    await audit(request, transaction, describe(result));
    return result;
  });
}
