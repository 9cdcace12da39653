import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordDeed } from '../../src/store/people/audit-log.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readStoreStatements } from '../support/statements.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function record(client: SignedInClient, count: number, action = 'endpoint.created'): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const doer = { ...client, address: '203.0.113.9' };
    await recordDeed(service.sql, doer, { action, subject: `subject ${n}`, details: { n } });
  }
}

describe('the log', () => {
  test('is read newest first, page by page, to its end', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await record(owner, 120);
    const subjects: string[] = [];
    let before: string | null = null;
    let pages = 0;
    do {
      const { body } = await owner.get(`/audit-log${before === null ? '' : `?before=${before}`}`);
      subjects.push(...body.data.map((entry: { subject: string }) => entry.subject));
      before = body.next_before;
      pages += 1;
    } while (before !== null && pages < 10);
    expect(pages).toBe(3);
    expect(subjects).toEqual(Array.from({ length: 120 }, (_, n) => `subject ${120 - n}`));
  });

  test('tells who did what to whom, from where', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await record(owner, 1);
    const { body } = await owner.get('/audit-log');
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^\d+$/),
          at: expect.stringMatching(/Z$/),
          actor: owner.email,
          action: 'endpoint.created',
          subject: 'subject 1',
          details: { n: 1 },
          address: '203.0.113.9',
          company_name: null,
        },
      ],
      next_before: null,
    });
  });

  test.for([
    ['action=endpoint.created', 2],
    ['action=endpoint', 3],
    ['action=endpoint.paused', 1],
    ['action=end', 0],
    ['q=SUBJECT%202', 1],
    ['q=203.0.113', 4],
    ['q=%25', 0],
    ['q=_', 1],
    ['q=subject%201&action=user', 1],
  ] as const)('filtered by %s has %s entries', async ([query, count]) => {
    const owner = await signIn(service, { role: 'owner' });
    await record(owner, 2);
    await record(owner, 1, 'endpoint.paused');
    await record(owner, 1, 'user.role_changed');
    const { body } = await owner.get(`/audit-log?${query}`);
    expect(body.data).toHaveLength(count);
  });

  test.for(['before=x', 'before=', 'action=A', 'action=user.', 'q=', 'q=%00'])(
    '%s is invalid',
    async (query) => {
      const owner = await signIn(service, { role: 'owner' });
      const answer = await owner.get(`/audit-log?${query}`);
      expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    },
  );

  test('of a company has nothing of another; the operator’s has all, with names', async () => {
    const [owner, stranger] = [
      await signIn(service, { role: 'owner' }),
      await signIn(service, { role: 'owner' }),
    ];
    await record(owner, 1, 'mine.done');
    await record(stranger, 1, 'theirs.done');
    const text = (await owner.get('/audit-log')).text + (await owner.get('/audit-log/export')).text;
    expect(text).toContain('mine.done');
    expect(text).not.toContain('theirs.done');
    const operator = await signIn(service, { role: 'operator' });
    const { body } = await operator.get('/operator/audit-log');
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'theirs.done', company_name: expect.stringMatching(/^Company /) },
      { action: 'mine.done', company_name: expect.stringMatching(/^Company /) },
    ]);
  });
});

describe('the export', () => {
  test('is a spreadsheet that runs nothing', async () => {
    const owner = await signIn(service, { role: 'owner' });
    for (const subject of ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'plain, with "quotes"', 'a;b']) {
      await recordDeed(service.sql, { ...owner, address: '' }, { action: 'thing.done', subject });
    }
    const answer = await owner.get('/audit-log/export');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
    const raw = Buffer.from(await (await fetchRaw(owner, '/audit-log/export')).arrayBuffer());
    expect(raw.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = raw.toString('utf8').slice(1).split('\r\n');
    expect(lines[0]).toBe('at,actor,action,subject,details,address');
    const subjects = lines.slice(1, 9).map((line) => line.split(`thing.done,`)[1]?.replace(/,\{\},$/, ''));
    expect(subjects).toEqual([
      '"a;b"',
      '"plain, with ""quotes"""',
      '"\'\rx"',
      '"\'\tx"',
      "'@x",
      "'-1",
      "'+1",
      "'=1+1",
    ]);
  });

  test('has every entry that matches, however many, and semicolons for Brazil', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await service.sql`
      insert into audit_log (company_id, actor, action, subject)
      select ${owner.companyId}, 'somebody', 'many.done', n::text from generate_series(1, 2500) n`;
    await record(owner, 1, 'other.done');
    const { text } = await owner.get('/audit-log/export?action=many&locale=pt-BR');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2501);
    expect(lines[1]).toMatch(/;somebody;many\.done;2500;\{\};$/);
  });
});

test('no statement changes a row, and only retention deletes', async () => {
  const statements = await readStoreStatements();
  const touching = statements.filter(({ text }) => /\b(?:update|delete from)\s+audit_log\b/i.test(text));
  expect(statements.some(({ text }) => /insert into audit_log/.test(text))).toBe(true);
  expect(touching).toMatchObject([{ file: 'retention/delete-old-records.ts' }]);
  expect(touching[0]?.text).toContain('where at <= ${border}');
});

test('nothing that people do leaves a secret in it', async () => {
  const owner = await signIn(service, { role: 'owner' });
  const { body } = await owner.post('/account/totp/begin', { password: 'a password of some length' });
  const invited = await owner.post('/team/invitations', { email: 'quiet@company.example', role: 'viewer' });
  await owner.post('/account/password', {
    current_password: 'a password of some length',
    new_password: 'a password nobody may read',
  });
  const { text } = await owner.get('/audit-log');
  expect(text).toContain('user.password_changed');
  for (const secret of [
    body.secret,
    invited.body.url.split('/').at(-1),
    'nobody may read',
    'of some length',
  ]) {
    expect(text).not.toContain(secret);
  }
});

async function fetchRaw(client: SignedInClient, path: string): Promise<Response> {
  return fetch(`${service.url}/dashboard/api${path}`, { headers: { cookie: client.cookie() ?? '' } });
}
