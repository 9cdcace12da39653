import type { FastifyBaseLogger } from 'fastify';
import type { MissedForward } from '../store/outbox/forward-jobs.ts';
import type { ForwardVerdict } from './judge-results.ts';

/** Somebody was promised that this answer counts; that it did not arrive must be noticed. */
export function reportMissedAnswer(
  { log, observe }: { log: FastifyBaseLogger; observe: (outcome: ForwardVerdict['outcome']) => void },
  { alertId, companyId }: MissedForward,
  { outcome, message }: Pick<ForwardVerdict, 'outcome' | 'message'>,
): void {
  observe(outcome);
  log.error(
    { alert_id: alertId, company_id: companyId, outcome, reason: message },
    'an accepted answer did not reach provider A',
  );
}
