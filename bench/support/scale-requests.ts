import { randomUUID } from 'node:crypto';
import type { Client } from 'undici';
import { readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import type { Sql } from '../../src/store/connect.ts';
import { COMMON_BIN, type ScaleCompany } from './scale-company.ts';

const LIST_PATH = '/api/v1/chargeback-alert/alerts';

interface WireRequest {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** One kind of request; each call of `next` gives another one of it. */
export interface RequestKind {
  readonly name: string;
  readonly next: () => WireRequest;
}

interface Sample {
  readonly id: string;
  readonly providerAlertId: string;
  readonly cardBin: string;
  readonly cardLast4: string;
  readonly day: string;
}

interface Samples {
  readonly any: readonly Sample[];
  readonly ofProviderB: readonly string[];
}

/** Alerts of all ages, to ask for. */
async function drawSamples(sql: Sql, companyId: string, count: number): Promise<Samples> {
  const any = await sql<Sample[]>`
    select id, provider_alert_id, card_bin, card_last4, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from alerts where company_id = ${companyId} and card_bin <> ${COMMON_BIN} order by id limit ${count}`;
  const ofProviderB = await sql<{ id: string }[]>`
    select id from alerts where company_id = ${companyId} and provider = 'provider_b_rdr' and status = 'pending'
    order by id limit ${count * 4}`;
  return { any, ofProviderB: ofProviderB.map(({ id }) => id) };
}

/** Every kind that must cost the same however many alerts the company has. */
export async function listKinds(
  sql: Sql,
  client: Client,
  company: ScaleCompany,
  { count, secret }: { readonly count: number; readonly secret: string },
): Promise<readonly RequestKind[]> {
  const { authorization, companyId } = company;
  const samples = await drawSamples(sql, companyId, count);
  const headers = { authorization };
  let turn = 0;
  const sample = (): Sample => samples.any[turn++ % samples.any.length] as Sample;
  const get = (path: string): WireRequest => ({ method: 'GET', path, headers });
  // A parameter that nobody minds, so that no page is one that was asked for before and is remembered.
  const list = (name: string, query: () => string): RequestKind => ({
    name,
    next: () => get(`${LIST_PATH}?${query()}&turn=${turn++}`),
  });
  const deep = async (name: string, query: string, part: number): Promise<RequestKind> => {
    const pages = await countPages(client, authorization, query);
    return list(name, () => `${query}&page=${Math.max(1, Math.ceil(pages * part) - (turn++ % 5))}`);
  };
  return [
    list('first page', () => 'page=1'),
    await deep('middle page', '', 0.5),
    await deep('last page', '', 1),
    list('status=pending', () => 'status=pending'),
    await deep('status=expired, middle page', 'status=expired', 0.5),
    list('card_bin of half of all', () => `card_bin=${COMMON_BIN}`),
    await deep('card_bin of half of all, middle page', `card_bin=${COMMON_BIN}`, 0.5),
    await deep('card_bin of half of all, last page', `card_bin=${COMMON_BIN}`, 1),
    list('card_bin of few', () => `card_bin=${sample().cardBin}`),
    await deep('card_bin of half and status, middle page', `card_bin=${COMMON_BIN}&status=other`, 0.5),
    list('card_last4', () => `card_last4=${sample().cardLast4}`),
    list('card_last4 and status', () => `card_last4=${sample().cardLast4}&status=notfound`),
    list('card_bin and card_last4', () => `card_bin=${COMMON_BIN}&card_last4=${sample().cardLast4}`),
    // Of few alerts hardly two have the same digits, so the rows above compare one alert, or none, with a whole page.
    list('card_last4, one a page', () => `card_last4=${sample().cardLast4}&per_page=1`),
    list(
      'card_last4 and status, one a page',
      () => `card_last4=${sample().cardLast4}&status=notfound&per_page=1`,
    ),
    list(
      'card_bin and card_last4, one a page',
      () => `card_bin=${COMMON_BIN}&card_last4=${sample().cardLast4}&per_page=1`,
    ),
    list('one day', () => onDays(sample().day, 0)),
    list('date_from', () => `date_from=${sample().day}`),
    list('100 days', () => onDays(sample().day, 100)),
    await deep('a year, middle page', `date_from=${daysAgo(500)}&date_to=${daysAgo(135)}`, 0.5),
    await deep(
      'a year and status, last page',
      `date_from=${daysAgo(500)}&date_to=${daysAgo(135)}&status=other`,
      1,
    ),
    list('all but the identifier', () => {
      const { cardBin, cardLast4, day } = sample();
      return `status=notfound&card_bin=${cardBin}&card_last4=${cardLast4}&date_from=${day}&date_to=${day}`;
    }),
    list('provider_alert_id', () => `provider_alert_id=${sample().providerAlertId}`),
    { name: 'read one', next: () => get(`${LIST_PATH}/${sample().id}`) },
    statusUpdates(headers, samples.ofProviderB),
    arrivals(company, secret),
  ];
}

function statusUpdates(headers: Record<string, string>, ids: readonly string[]): RequestKind {
  let turn = 0;
  return {
    name: 'status update',
    next: () => {
      const [id, round] = [ids[turn % ids.length], Math.trunc(turn / ids.length)];
      turn += 1;
      return {
        method: 'PATCH',
        path: `${LIST_PATH}/${id}/status`,
        headers: { ...headers, 'content-type': 'application/json' },
        // Whoever is answered a second time gets another answer, so that each is a change.
        body: JSON.stringify({ status: round % 2 === 0 ? 'notfound' : 'other' }),
      };
    },
  };
}

function arrivals({ descriptor }: ScaleCompany, secret: string): RequestKind {
  const key = readSigningKey(secret);
  return {
    name: 'intake',
    next: () => {
      const alert = {
        alert_id: randomUUID(),
        alert_type: 'confirmed_fraud',
        descriptor,
        amount: '129.90',
        currency: 'BRL',
        card_bin: COMMON_BIN,
        card_last4: String(Math.trunc(Math.random() * 10_000)).padStart(4, '0'),
        transaction_date: '2026-11-01',
        auth_code: String(Math.trunc(Math.random() * 1_000_000)),
      };
      const body = JSON.stringify({ alerts: [alert] });
      const signature = signMessage(key, { id: `msg_${randomUUID()}`, at: new Date(), body });
      const headers = { 'content-type': 'application/json', ...signature };
      return { method: 'POST', path: '/providers/provider_a_alerts/alerts', headers, body };
    },
  };
}

async function countPages(client: Client, authorization: string, query: string): Promise<number> {
  const { body } = await client.request({
    method: 'GET',
    path: `${LIST_PATH}?${query}`,
    headers: { authorization },
  });
  const { meta } = (await body.json()) as { meta: { total_pages: number } };
  return meta.total_pages;
}

function onDays(day: string, more: number): string {
  const last = new Date(Date.parse(day) + more * DAY_MS).toISOString().slice(0, 10);
  return `date_from=${day}&date_to=${last}`;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
