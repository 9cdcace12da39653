import { describe, expect, test } from 'vitest';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();

describe('neighbours', () => {
  test('are those of the list it was opened from, in its order', async () => {
    const { service } = dashboard;
    const other = await createTestCompany(service.sql);
    const viewer = await signIn(service, { role: 'viewer', companyId: other.companyId });
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await receiveAlert(service.url, other));
    const [first = '', second = '', third = '', fourth = ''] = ids;
    // By time left: fourth, second, third, first. By arrival: as they came.
    await service.sql`
      update alerts set expires_at = clock_timestamp() + interval '1 hour' * case id
        when ${fourth} then 1 when ${second} then 2 when ${third} then 3 else 4 end
      where company_id = ${other.companyId}`;
    await service.sql`update alerts set card_last4 = '7777' where id in (${first}, ${third})`;
    const neighbours = async (id: string, query: string) => {
      const { body } = await viewer.get(`/alerts/${id}${query}`);
      return [body.previous_id, body.next_id];
    };
    expect(await neighbours(second, '?view=needs_answer')).toEqual([fourth, third]);
    expect(await neighbours(fourth, '?view=needs_answer')).toEqual([null, second]);
    expect(await neighbours(first, '?view=needs_answer')).toEqual([third, null]);
    expect(await neighbours(second, '')).toEqual([third, first]);
    expect(await neighbours(fourth, '')).toEqual([null, third]);
    expect(await neighbours(first, '?view=all')).toEqual([second, null]);
    expect(await neighbours(third, '?card_last4=7777')).toEqual([null, first]);
    // Once it is answered it is no longer in the list, but still has its place there.
    await viewer.get(`/alerts/${second}`);
    await service.sql`update alerts set status = 'notfound' where id = ${second}`;
    expect(await neighbours(second, '?view=needs_answer')).toEqual([fourth, third]);
    expect(await neighbours(fourth, '?view=needs_answer')).toEqual([null, third]);
  });
});
