import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readFunctionStatements, readStoreStatements, type Statement } from '../support/statements.ts';

/** Tables that belong to no single company, and why. */
const GLOBAL_TABLES = {
  companies: 'the companies themselves; their id is the company id',
  users: 'operators belong to no company; everybody else to one, by a check of the table',
  sessions: 'belong to a user, who may be an operator; read by their token or their user',
  login_failures: 'counts guesses at accounts and from addresses, before anybody is known',
  audit_log: 'what an operator does may concern no company; a company reads its own rows by company_id',
  alert_receipts: 'makes an alert unique within its provider before it is known whose it is',
  unrouted_alerts: 'waits for an enrollment, so nobody owns it yet',
  outbox_lanes: 'one row for each target; the jobs in them carry the company',
  sandbox_settings: 'what the sandbox plays; empty outside it',
  schema_migrations: 'about the database',
};

/** Statements that act across companies on purpose: where they stand, words that name them, and the reason. */
const ACROSS_COMPANIES: readonly [file: string, words: string, reason: string][] = [
  ['alerts/adopt-unrouted-alerts.ts', 'delete from unrouted_alerts', 'the enrollment decides the company'],
  ['tallies/alert-tallies.ts', 'insert into alert_tallies', 'upkeep: each row is added to its own company'],
  ['outbox/attempt-partitions.ts', 'webhook_attempts_undated', 'upkeep: the log of attempts is kept by day'],
  [
    'companies/credentials.ts',
    'select client_id, company_id, secret_sha256',
    'authentication: finds out which company calls',
  ],
  ['companies/credentials.ts', 'with former as', 'operator: a client id is unique'],
  [
    'companies/credential-uses.ts',
    'set last_used_at',
    'authentication: notes who called, of all companies at once',
  ],
  ['retention/delete-bulk-updates.ts', "set state = 'discarded'", 'upkeep: checks that nobody goes on with'],
  [
    'retention/delete-bulk-updates.ts',
    'select company_id, id from bulk_updates',
    'upkeep: what is older than 90 days',
  ],
  [
    'retention/delete-old-alerts.ts',
    'select c.id from companies',
    'upkeep: whose alerts are old; each is then walked alone',
  ],
  [
    'retention/delete-old-records.ts',
    'delete from invitations',
    'upkeep: what was kept long enough, of all companies',
  ],
  [
    'retention/delete-old-records.ts',
    'delete from legacy_calls',
    'upkeep: what was kept long enough, of all companies',
  ],
  ['alerts/expire-alerts.ts', 'insert into alert_history', 'the service itself, when deadlines pass'],
  ['alerts/expire-alerts.ts', 'as ms from alerts', 'the service itself, to know when to look again'],
  ['outbox/find-endpoint.ts', 'from webhook_endpoints where id =', 'operator: an endpoint id is unique'],
  [
    'tallies/fold-alert-changes.ts',
    'alert_tally_changes limit 1',
    'upkeep: whether anything is to be tallied',
  ],
  [
    'tallies/fold-alert-changes.ts',
    'delete from alert_tally_changes',
    'upkeep: tallies the alerts of all companies',
  ],
  ['outbox/forward-jobs.ts', 'from picked', 'outbox: a lane is provider A, for all companies'],
  ['outbox/forward-jobs.ts', 'with finished', 'outbox: a lane is provider A, for all companies'],
  [
    'outbox/forward-jobs.ts',
    'select 1 from outbox_jobs where lane',
    'outbox: a lane is provider A, for all companies',
  ],
  ['outbox/forward-jobs.ts', 'with overdue', 'outbox: a lane is provider A, for all companies'],
  [
    'alerts/held-answers.ts',
    'order by apply_at',
    'the service itself, when the time for a change of mind is over',
  ],
  ['alerts/idempotency-keys.ts', 'where created_at <=', 'upkeep: keys past their day'],
  ['people/invitations.ts', 'where i.token_sha256 =', 'the link finds out which company invites'],
  ['people/invitations.ts', 'where invited_by =', 'all links of one person, who may be an operator'],
  ['companies/list-legacy-callers.ts', 'from legacy_calls', 'operator: who still calls the aliases'],
  ['companies/enrollments.ts', 'from merchant_enrollments e', 'operator: looks at one company or at all'],
  ['companies/enrollments.ts', 'where id = ${enrollmentId}', 'operator: an enrollment id is unique'],
  ['companies/list-merchants.ts', 'from merchants m', 'operator: looks at one company or at all'],
  ['outbox/list-forwards.ts', 'with picked as', 'operator: what went wrong in all companies'],
  ['companies/merchants.ts', 'from merchants where id =', 'operator: a merchant id is unique'],
  ['outbox/outbox-backlog.ts', 'with recursive', 'operator: how much waits in all'],
  ['outbox/outbox-lanes.ts', 'from outbox_jobs j', 'outbox: serves all companies, fairly'],
  ['outbox/provider-health.ts', 'with queued as', 'operator: what provider A must hear, of all companies'],
  [
    'outbox/provider-health.ts',
    'f.settled_at as at',
    'operator: what provider A never took, of all companies',
  ],
  [
    'alerts/unrouted-alerts.ts',
    'delete from unrouted_alerts',
    'operator: the enrollment decides the company',
  ],
  [
    'alerts/insert-routed-alerts.ts',
    'insert into webhook_deliveries',
    'the company is the one of the enrollment',
  ],
  ['reseal-secrets.ts', 'as previous', 'operator: the key of all secrets is changed'],
  ['bulk/run-bulk-batch.ts', 'for no key update of b', 'bulk updates: companies take turns'],
  ['sandbox-past.ts', 'with attempt as', 'the sandbox inserts its own company’s past, and nothing else'],
  ['alerts/store-alerts.ts', 'insert into alert_receipts', 'intake: the enrollment decides the company'],
  [
    'tallies/tally-long-lists.ts',
    'select l.company_id',
    'upkeep: the lengths of lists, each by its own company',
  ],
  [
    'tallies/tally-long-lists.ts',
    'from alerts where ${condition}',
    'the condition names the company of the list',
  ],
  ['outbox/webhook-jobs.ts', 'with recursive', 'outbox: serves all companies, fairly'],
  ['outbox/webhook-jobs.ts', 'from picked', 'outbox: serves all companies, fairly'],
  ['outbox/webhook-jobs.ts', 'with finished', 'outbox: serves all companies, fairly'],
  ['outbox/webhook-jobs.ts', 'with overdue', 'outbox: serves all companies, fairly'],
];

/** The ways in which a statement is bound to a company: a parameter, a list of keys, what it inserts, or what its function was asked for. */
const BOUND_TO_COMPANY = [
  /company_id = \$\{/,
  /\(company_id, \w+\) in \(/,
  /\bcompany_id = latest\.company_id/,
  /^\s*insert into \w+(?: as \w+)?\s*\([^)]*company_id/,
  /\bcompany_id = wanted(?:_company|\.company_id)\b/,
];

let database: TestDatabase;
let tables: { table: string; hasCompany: boolean }[];
let statements: Statement[];

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.sql<{ name: string; companyColumns: number }[]>`
    select c.relname as name, count(a.attname)::int as company_columns
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    group by c.relname
    order by c.relname`;
  tables = rows.map(({ name, companyColumns }) => ({ table: name, hasCompany: companyColumns === 1 }));
  statements = [...(await readStoreStatements()), ...(await readFunctionStatements(database.sql))];
});
afterAll(() => database.drop());

describe('every table belongs to a company (promise 3)', () => {
  test('company_id is not null in every table but the named global ones', () => {
    expect(tables.length).toBeGreaterThan(5);
    const withoutCompany = tables.filter(({ hasCompany }) => !hasCompany).map(({ table }) => table);
    expect(withoutCompany.toSorted()).toEqual(Object.keys(GLOBAL_TABLES).toSorted());
  });

  test('rows that hang on an alert hang on it together with its company', async () => {
    const links = await database.sql<{ definition: string }[]>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and confrelid in ('alerts'::regclass, 'merchants'::regclass, 'merchant_enrollments'::regclass)`;
    expect(links.length).toBeGreaterThan(3);
    for (const { definition } of links) expect(definition).toMatch(/^FOREIGN KEY \(company_id, /);
  });
});

describe('every statement on such a table is bound to a company', () => {
  test('but the named ones that act across companies', () => {
    const tenantTables = tables.filter(({ hasCompany }) => hasCompany).map(({ table }) => table);
    const usesTenantTable = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${tenantTables.join('|')})\\b`);
    const unbound = statements
      .filter(({ text }) => usesTenantTable.test(text))
      .filter(({ text }) => !BOUND_TO_COMPANY.some((pattern) => pattern.test(text)))
      .filter((statement) => findException(statement) === undefined);
    expect(unbound).toEqual([]);
  });

  test('and where a statement joins a company’s tables, it joins them by company', () => {
    const joins = statements.flatMap(({ file, text }) =>
      [...text.matchAll(/\bjoin (alerts|merchants|forwards|webhook_deliveries) (\w+) on ([^\n]*)/g)].map(
        ([join, , alias, condition]) => ({
          file,
          join,
          isByCompany: condition?.includes(`${alias}.company_id = `),
        }),
      ),
    );
    expect(joins.filter(({ isByCompany }) => !isByCompany)).toEqual([]);
  });

  test('and each of those names is still needed', () => {
    const used = new Set(statements.map(findException));
    expect(ACROSS_COMPANIES.filter((exception) => !used.has(exception))).toEqual([]);
  });

  test('the statements are really found', () => {
    const files = new Set(statements.map(({ file }) => file));
    expect([...files]).toEqual(
      expect.arrayContaining(['alerts/find-alert.ts', 'alerts/list-alerts.ts', 'alerts/record-answers.ts']),
    );
    const inFunctions = statements.filter(({ file }) => file === 'find_alert_page()');
    expect(inFunctions.filter(({ text }) => text.includes('from alert_tallies t'))).toHaveLength(2);
    const list = statements.filter(({ file }) => file === 'alerts/list-alerts.ts').map(({ text }) => text);
    expect(list.length).toBeGreaterThan(0);
    for (const text of list) expect(text).toContain('company_id = ${companyId}');
  });
});

function findException({ file, text }: Statement): (typeof ACROSS_COMPANIES)[number] | undefined {
  return ACROSS_COMPANIES.find(([inFile, words]) => inFile === file && text.includes(words));
}
