/** For each file of the rules, the tests that hold it and need nothing else. */
export const TESTS_OF: Readonly<Record<string, readonly string[]>> = {
  'alert-fields.ts': ['test/rules/shapes.test.ts'],
  'alert-search.ts': ['test/rules/alert-search.test.ts'],
  'alert.ts': ['test/rules/shapes.test.ts', 'test/rules/small-rules.test.ts'],
  'answer-options.ts': ['test/rules/answer-options.test.ts'],
  'card-number.ts': ['test/rules/card-number.test.ts'],
  'client-address.ts': ['test/rules/client-address.test.ts'],
  'hold-answer.ts': ['test/rules/hold-answer.test.ts'],
  'json-object.ts': ['test/rules/small-rules.test.ts'],
  'keep-text.ts': ['test/forward/judge-results.test.ts'],
  'outcomes.ts': ['test/delivery/judge-answer.test.ts'],
  'password-rule.ts': ['test/rules/password-rule.test.ts'],
  'permissions.ts': ['test/rules/small-rules.test.ts'],
  'provider.ts': ['test/rules/status-change.test.ts', 'test/rules/shapes.test.ts'],
  'public-address.ts': ['test/rules/public-address.test.ts'],
  'refusals.ts': ['test/rules/small-rules.test.ts'],
  'retention.ts': ['test/rules/retention.test.ts'],
  'retry-schedule.ts': ['test/outbox/retry-schedule.test.ts'],
  'route-key.ts': ['test/rules/route-key.test.ts'],
  'search-text.ts': ['test/rules/search-text.test.ts'],
  'ssl-settings.ts': ['test/rules/ssl-settings.test.ts'],
  'status-change.ts': ['test/rules/status-change.test.ts'],
  'uuid.ts': ['test/rules/small-rules.test.ts'],
};

/** Changes that change nothing anybody could see. */
export const EQUIVALENT: ReadonlySet<string> = new Set([]);
