import { RefusalError } from '../../http/refusal-error.ts';
import { findAlert } from '../../store/alerts/find-alert.ts';
import { removeHeldAnswer } from '../../store/alerts/held-answers.ts';
import type { AlertKey } from '../../store/alerts/lock-alerts.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';

/** Takes back an answer that still waits. Once it is applied, or taken back by somebody else, it is too late. */
export async function takeBackAnswer(sql: Sql, doer: Doer, key: AlertKey): Promise<void> {
  await transact(sql, async (transaction) => {
    if ((await findAlert(transaction, key.companyId, key.alertId)) === undefined) {
      throw new RefusalError('alert_not_found');
    }
    const held = await removeHeldAnswer(transaction, key);
    if (held === undefined) throw new RefusalError('out_of_step');
    const { status } = held;
    await recordDeed(transaction, doer, {
      action: 'answer.taken_back',
      subject: key.alertId,
      details: { status },
    });
  });
}
