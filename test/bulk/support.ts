import type { DashboardClient } from '../support/dashboard.ts';
import type { TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import type { Provider } from '../../src/rules/provider.ts';
import type { BulkRowShape, BulkUpdateShape } from '../../src/shapes/dashboard/bulk-updates.ts';
import type { Sql } from '../../src/store/connect.ts';
import { waitFor } from '../support/wait-for.ts';

const ALERTS_PER_MESSAGE = 100;

export interface KnownAlert {
  readonly id: string;
  readonly providerAlertId: string;
}

/** So many alerts of the company, received just now. */
export async function receiveMany(
  url: string,
  company: TestCompany,
  count: number,
  provider: Provider = 'provider_a_alerts',
): Promise<KnownAlert[]> {
  const alerts: KnownAlert[] = [];
  while (alerts.length < count) {
    const messages = Array.from({ length: Math.min(ALERTS_PER_MESSAGE, count - alerts.length) }, () =>
      alertMessage(company),
    );
    const results = await deliverAlerts(url, provider, messages);
    for (const { id, alert_id: providerAlertId } of results) {
      if (id === null || providerAlertId === null) throw new Error('an alert was not taken');
      alerts.push({ id, providerAlertId });
    }
  }
  return alerts;
}

/** Uploads a file that must be taken and returns what the check says. */
export async function upload(
  client: DashboardClient,
  content: string | Uint8Array,
  fileName = 'answers.csv',
): Promise<BulkUpdateShape> {
  const answer = await tryUpload(client, content, fileName);
  if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export async function tryUpload(
  client: DashboardClient,
  content: string | Uint8Array,
  fileName = 'answers.csv',
) {
  return client.post(`/bulk-updates/csv?file_name=${encodeURIComponent(fileName)}`, content, {
    headers: { 'content-type': 'text/csv' },
  });
}

export async function readRows(client: DashboardClient, id: string, query = ''): Promise<BulkRowShape[]> {
  const answer = await client.get(`/bulk-updates/${id}/rows?per_page=100${query}`);
  if (answer.status !== 200) throw new Error(`rows were answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

/** Starts a checked update and lets the moment pass in which it could be taken back. */
export async function startNow(client: DashboardClient, sql: Sql, id: string): Promise<void> {
  const answer = await client.post(`/bulk-updates/${id}/start`);
  if (answer.status !== 200) throw new Error(`start was answered ${answer.status}: ${answer.text}`);
  await sql`update bulk_updates set start_at = clock_timestamp() where id = ${id}`;
}

export async function waitUntilDone(
  client: DashboardClient,
  id: string,
  withinMs = 20_000,
): Promise<BulkUpdateShape> {
  return waitFor(
    'the update to be done',
    async () => {
      const { body } = await client.get(`/bulk-updates/${id}`);
      return body.state === 'done' && (body as BulkUpdateShape);
    },
    withinMs,
  );
}

export function countsOf({ verdicts }: BulkUpdateShape): Record<string, number> {
  return Object.fromEntries(verdicts.map(({ verdict, rows }) => [verdict, rows]));
}
