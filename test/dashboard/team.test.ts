import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDashboardClient, type SignedInClient, signIn, TEST_PASSWORD } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const colleagueOf = (client: SignedInClient, role: 'owner' | 'analyst' | 'viewer') =>
  signIn(service, { role, companyId: client.companyId ?? '' });

describe('the team', () => {
  test('shows its members and who is looking', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const viewer = await colleagueOf(owner, 'viewer');
    const { body } = await owner.get('/team');
    expect(body).toEqual({
      members: [
        expect.objectContaining({
          id: owner.userId,
          email: owner.email,
          role: 'owner',
          is_you: true,
          has_totp: false,
        }),
        expect.objectContaining({ id: viewer.userId, role: 'viewer', is_you: false }),
      ],
      invitations: [],
      requires_totp: false,
    });
    expect(Date.parse(body.members[1].last_seen_at)).toBeGreaterThan(
      Date.parse(body.members[1].created_at) - 1,
    );
  });

  test('knows when somebody was last there, even after signing out', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const viewer = await colleagueOf(owner, 'viewer');
    await viewer.post('/logout');
    const { body } = await owner.get('/team');
    expect(body.members[1].last_seen_at).not.toBeNull();
  });
});

describe('roles', () => {
  test('change, and are told in the audit log', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const member = await colleagueOf(owner, 'viewer');
    expect((await owner.patch(`/team/members/${member.userId}`, { role: 'owner' })).status).toBe(204);
    expect((await member.get('/team')).status).toBe(200);
    const { body } = await owner.get('/audit-log?action=user.role_changed');
    expect(body.data).toMatchObject([
      { actor: owner.email, subject: member.email, details: { from: 'viewer', to: 'owner' } },
    ]);
  });

  test('cannot be operator', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const member = await colleagueOf(owner, 'viewer');
    const answer = await owner.patch(`/team/members/${member.userId}`, { role: 'operator' });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('nobody changes their own role, or removes themselves', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await colleagueOf(owner, 'owner');
    for (const id of [owner.userId, owner.userId.toUpperCase()]) {
      const changed = await owner.patch(`/team/members/${id}`, { role: 'viewer' });
      const removed = await owner.delete(`/team/members/${id}`);
      expect([changed.status, removed.status]).toEqual([422, 422]);
      expect(changed.body.error.message).toMatch(/your own account/);
    }
  });
});

describe('removing a member', () => {
  test('ends everything at once and frees the address; the history keeps the name', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const member = await colleagueOf(owner, 'analyst');
    await member.post('/account/devices/revoke-others', { password: TEST_PASSWORD });
    expect((await owner.delete(`/team/members/${member.userId}`)).status).toBe(204);
    expect((await member.get('/session')).status).toBe(401);
    const login = { email: member.email, password: TEST_PASSWORD };
    expect((await createDashboardClient(service.url).post('/login', login)).status).toBe(401);
    expect((await owner.get('/team')).body.members).toHaveLength(1);
    expect((await owner.delete(`/team/members/${member.userId}`)).status).toBe(404);
    expect((await owner.get(`/audit-log?q=${encodeURIComponent(member.email)}`)).body.data).toMatchObject([
      { action: 'user.removed', subject: member.email },
      { action: 'session.others_revoked', actor: member.email },
    ]);
    const invited = await owner.post('/team/invitations', { email: member.email, role: 'viewer' });
    expect(invited.status).toBe(200);
  });
});

describe('the last owner', () => {
  const takes: [string, (by: SignedInClient, whom: SignedInClient) => Promise<{ status: number }>][] = [
    ['removed', (by, whom) => by.delete(`/team/members/${whom.userId}`)],
    ['demoted', (by, whom) => by.patch(`/team/members/${whom.userId}`, { role: 'viewer' })],
  ];

  test.for(takes)('stays when two owners have each other %s at the same moment', async ([, take]) => {
    for (let round = 0; round < 8; round += 1) {
      const first = await signIn(service, { role: 'owner' });
      const second = await colleagueOf(first, 'owner');
      const answers = await Promise.all([take(first, second), take(second, first)]);
      const taken = answers.filter(({ status }) => status === 204);
      expect(taken).toHaveLength(1);
      const [row] = await service.sql`
        select count(*)::int as owners from users
        where company_id = ${first.companyId} and role = 'owner' and removed_at is null`;
      expect(row?.['owners']).toBe(1);
    }
  });

  test('stays when three take each other away in a circle', async () => {
    const first = await signIn(service, { role: 'owner' });
    const [second, third] = [await colleagueOf(first, 'owner'), await colleagueOf(first, 'owner')];
    const circle: [SignedInClient, SignedInClient][] = [
      [first, second],
      [second, third],
      [third, first],
    ];
    await Promise.all(
      circle.map(([by, whom]) => by.patch(`/team/members/${whom.userId}`, { role: 'viewer' })),
    );
    const [row] = await service.sql`
      select count(*)::int as owners from users
      where company_id = ${first.companyId} and role = 'owner' and removed_at is null`;
    expect(row?.['owners']).toBeGreaterThanOrEqual(1);
  });
});

describe('another company', () => {
  test('is not found, and stays as it was', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const stranger = await signIn(service, { role: 'owner' });
    const strangersViewer = await colleagueOf(stranger, 'viewer');
    await stranger.post('/team/invitations', { email: 'secret@stranger.example', role: 'viewer' });
    const [invitation] = (await stranger.get('/team')).body.invitations;
    for (const id of [
      strangersViewer.userId,
      stranger.userId,
      'no-uuid',
      '00000000-0000-0000-0000-000000000000',
    ]) {
      expect((await owner.patch(`/team/members/${id}`, { role: 'owner' })).status).toBe(404);
      expect((await owner.delete(`/team/members/${id}`)).status).toBe(404);
      expect((await owner.post(`/team/members/${id}/reset-totp`)).status).toBe(404);
    }
    expect((await owner.delete(`/team/invitations/${invitation.id}`)).status).toBe(404);
    expect((await stranger.get('/team')).body).toMatchObject({
      members: [{ role: 'owner' }, { role: 'viewer' }],
      invitations: [{ email: 'secret@stranger.example' }],
    });
    const mine = (await owner.get('/team')).text + (await owner.get('/audit-log')).text;
    expect(mine).not.toContain('stranger.example');
  });
});
