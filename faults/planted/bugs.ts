/** A mistake that somebody could make, and the tests that must not let it through. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  /** Each text stands exactly once in the file, and is replaced by the other. */
  readonly edits: readonly (readonly [sound: string, broken: string])[];
  readonly test: string;
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'an answer still counts in the moment of its deadline',
    file: 'src/rules/status-change.ts',
    edits: [['if (now >= answerWindowEnd', 'if (now > answerWindowEnd']],
    test: 'test/rules/status-change.test.ts',
  },
  {
    name: 'the follow-up answer is not forwarded',
    file: 'src/rules/status-change.ts',
    edits: [
      [
        "{ kind: 'accept', status: requested, forward: true }",
        "{ kind: 'accept', status: requested, forward: alert.status === 'pending' }",
      ],
    ],
    test: 'test/rules/status-change.test.ts',
  },
  {
    name: "the process's clock decides, before the lock is held",
    file: 'src/callback/answer-alerts.ts',
    edits: [['    readDatabaseClock(transaction),\n', '    new Date(),\n']],
    test: 'test/flows/deadline.test.ts',
  },
  {
    name: 'an alert is read without asking whose it is',
    file: 'src/store/alerts/find-wanted-alerts.ts',
    edits: [
      ['where (company_id, id) in (', 'where id in ('],
      ["select * from unnest(${column(sql, 'uuid', companyIds)}, ", 'select * from unnest('],
      ['alert?.companyId === companyId ? alert : undefined', 'companyId && alert'],
    ],
    test: 'test/api/tenancy.test.ts',
  },
  {
    name: 'a page is good for ever',
    file: 'src/lookup/remember-pages.ts',
    edits: [[' && known.changes === changes)', ')']],
    test: 'test/lookup/remembered-pages.test.ts',
  },
  {
    name: 'a page is remembered for whoever asks',
    file: 'src/lookup/remember-pages.ts',
    edits: [['const key = `${companyId} ${path}`;', 'const key = path;']],
    test: 'test/rules/remember-pages.test.ts',
  },
  {
    name: 'changes are forgotten when they are folded',
    file: 'migrations/0012_alert_change_counts.sql',
    edits: [['set changes = folded.changes + excluded.changes', 'set changes = excluded.changes']],
    test: 'test/lookup/remembered-pages.test.ts',
  },
  {
    name: 'an alert is not kept locked until its answer is written',
    file: 'src/callback/answer-alerts.ts',
    edits: [
      [
        'return transact(sql, async (transaction) => answerWithin(transaction, answers, followUpWindowMs));',
        'return answerWithin(sql, answers, followUpWindowMs);',
      ],
    ],
    test: 'test/flows/races.test.ts',
  },
  {
    name: 'an answer is accepted before it and its forwarding are written',
    file: 'src/callback/answer-alerts.ts',
    edits: [
      [
        'await recordAnswers(transaction, decided.accepted, now);',
        'void recordAnswers(transaction, decided.accepted, now).catch(() => {});',
      ],
    ],
    test: 'test/faults/one-transaction.test.ts',
  },
  {
    name: 'an Idempotency-Key is kept outside the transaction of its answer',
    file: 'src/callback/answer-once.ts',
    edits: [['await claimIdempotencyKey(transaction, request)', 'await claimIdempotencyKey(sql, request)']],
    test: 'test/faults/one-transaction.test.ts',
  },
  {
    name: 'a worker that lost its lane still records what it did',
    file: 'src/store/outbox/webhook-jobs.ts',
    edits: [
      [
        'join outbox_lanes l on l.lane = f.lane and l.holder = ${holder}',
        'where ${holder}::uuid is not null',
      ],
    ],
    test: 'test/outbox/lanes.test.ts',
  },
  {
    name: 'a lane is taken from the worker that holds it',
    file: 'src/store/outbox/outbox-lanes.ts',
    edits: [['where l.holder is null or l.holder = ${holder} or l.held_until <= at', 'where true']],
    test: 'test/outbox/lanes.test.ts',
  },
  {
    name: 'what is ready for a blocked company still goes out',
    file: 'src/outbox/known-lanes.ts',
    edits: [['for (const lane of this) if (!met.has(lane)) lane.putBack();', '']],
    test: 'test/delivery/held.test.ts',
  },
  {
    name: 'a claim begins behind what was put back',
    file: 'src/outbox/lane.ts',
    edits: [['    this.startOver();\n    for (const { jobId } of', '    for (const { jobId } of']],
    test: 'test/outbox/lane.test.ts',
  },
  {
    name: 'a newer answer overtakes an older one',
    file: 'src/store/outbox/outbox-lanes.ts',
    edits: [['and older.forward_id is not null and older.job_id < j.job_id', 'and false']],
    test: 'test/forward/order.test.ts',
  },
  {
    name: 'a held answer stays after it was applied',
    file: 'src/store/alerts/held-answers.ts',
    edits: [
      [
        `    delete from held_answers h using due, users u
    where h.company_id = due.company_id and h.alert_id = due.alert_id and u.id = h.user_id
    returning h.company_id, h.alert_id, h.status, h.user_id, u.email as user_email`,
        `    select h.company_id, h.alert_id, h.status, h.user_id, u.email as user_email
    from held_answers h, due, users u
    where h.company_id = due.company_id and h.alert_id = due.alert_id and u.id = h.user_id`,
      ],
    ],
    test: 'test/dashboard/held-answer-races.test.ts',
  },
  {
    name: 'a row of a CSV file is applied whatever the rule says',
    file: 'src/store/bulk/check-bulk-rows.ts',
    edits: [['        else c.verdict\n      end,', "        else 'will_apply'\n      end,"]],
    test: 'test/bulk/check-csv.test.ts',
  },
  {
    name: 'the breaker never opens',
    file: 'src/outbox/lane-health.ts',
    edits: [['return shouldOpen(noted)', 'return shouldOpen(NEW_LANE)']],
    test: 'test/outbox/lane-health.test.ts',
  },
  {
    name: 'each attempt of a webhook has another id',
    file: 'src/webhook/webhook-kind.ts',
    edits: [['webhookId(job.alertId, lane),', 'webhookId(job.alertId, lane) + job.attemptsMade,']],
    test: 'test/delivery/webhook.test.ts',
  },
  {
    name: 'expiry also takes what was answered',
    file: 'src/store/alerts/expire-alerts.ts',
    edits: [
      [
        "where status = 'pending' and provider = 'provider_a_alerts' and expires_at <=",
        "where status in ('pending', 'other') and provider = 'provider_a_alerts' and expires_at <=",
      ],
    ],
    test: 'test/flows/expiry.test.ts',
  },
  {
    name: 'expiry waits for an answer that is under way',
    file: 'src/store/alerts/expire-alerts.ts',
    edits: [['      for update skip locked\n', '      for update\n']],
    test: 'test/flows/expiry.test.ts',
  },
  {
    name: 'a signature is good for ten minutes',
    file: 'src/signing/standard-webhooks.ts',
    edits: [['const TOLERANCE_MS = 5 * 60_000;', 'const TOLERANCE_MS = 10 * 60_000;']],
    test: 'test/rules/standard-webhooks.test.ts',
  },
  {
    name: 'one public address is enough for a host',
    file: 'src/sending/guarded-lookup.ts',
    edits: [['!addresses.every(', '!addresses.some(']],
    test: 'test/sending/guarded-lookup.test.ts',
  },
  {
    name: 'an Idempotency-Key answers for another request',
    file: 'src/store/alerts/idempotency-keys.ts',
    edits: [['|| !fingerprint.equals(first.fingerprint)', '']],
    test: 'test/api/idempotency.test.ts',
  },
  {
    name: 'a duplicate is told an id that nobody has',
    file: 'src/store/alerts/store-alerts.ts',
    edits: [['firstIds.get(receiptKey(alert)) ?? alert.id', 'alert.id']],
    test: 'test/intake/duplicates.test.ts',
  },
  {
    name: 'one refused request takes those that share its transaction down',
    file: 'src/store/share-runs.ts',
    edits: [['if (batch.length === 1 || concernsAll)', 'if (batch.length > 0)']],
    test: 'test/rules/share-runs.test.ts',
  },
  {
    name: 'a company hears of a fault as a 500 that may pass by itself',
    file: 'src/store/database-errors.ts',
    edits: [["  'CONNECTION_CLOSED',\n", '']],
    test: 'test/faults/connection-lost.test.ts',
  },
  {
    name: 'the rate limit is asked and not minded',
    file: 'src/http/authenticate.ts',
    edits: [["if (rate.kind === 'wait')", "if (rate.kind === 'wait' && rate.retryAfterSeconds > 60)"]],
    test: 'test/api/rate-limit.test.ts',
  },
  {
    name: 'a request may hang once its body has been read',
    file: 'src/http/app.ts',
    edits: [['  limitHandling(app, HANDLER_TIMEOUT_MS);\n', '']],
    test: 'test/api/hanging-requests.test.ts',
  },
  {
    name: 'a worker that was cut off does not look for what it missed',
    file: 'src/store/outbox/outbox-notice.ts',
    edits: [['sql.listen(CHANNEL, onNotice, onNotice)', 'sql.listen(CHANNEL, onNotice)']],
    test: 'test/outbox/wake-up.test.ts',
  },
  {
    name: 'a statement that fails leaves its rows to the next',
    file: 'src/store/connection/reply-frames.ts',
    edits: [['const endsRows = this.#hasRows && type === ERROR;', 'const endsRows = false;']],
    test: 'test/faults/database-sockets.test.ts',
  },
];
