import { listEnrollments } from '../../store/companies/enrollments.ts';
import type { Sql } from '../../store/connect.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { insertSandboxPast, listPastActors } from '../../store/sandbox-past.ts';
import { inventPast } from './invent-past.ts';

export interface PastParts {
  readonly sql: Sql;
  readonly companyId: string;
  readonly endpointId: string;
  readonly responseWindowMs: number;
}

/** Gives a new sandbox a month behind it, so that its first page shows what the service is for. */
export async function playPast({ sql, companyId, endpointId, responseWindowMs }: PastParts): Promise<void> {
  const [first, ...others] = await listEnrollments(sql, companyId);
  const [firstActor, ...otherActors] = await listPastActors(sql, companyId);
  if (first === undefined || firstActor === undefined) return;
  const past = inventPast({
    enrollments: [first, ...others],
    actors: [firstActor, ...otherActors],
    now: await readDatabaseClock(sql),
    responseWindowMs,
  });
  await insertSandboxPast(sql, { companyId, endpointId, past });
}
