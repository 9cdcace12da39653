import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exchangeBytes } from '../support/raw-connection.ts';
import { sendRequest } from '../support/http-request.ts';
import { alertMessage, postAlerts, receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';

const api = useApi();

/** Numbers that pass the check of card numbers and occur nowhere else. */
const CARDS = ['4929123456789015', '378282246310005', '6011000990139424', '5105105105105100'];
const LIST = '/api/v1/chargeback-alert/alerts';

interface Line {
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly client_id?: string;
  readonly msg: string;
}

/** The lines about one request; written when the answer is out, so a moment later. */
async function linesOf(requestId: string): Promise<Line[]> {
  return waitFor(`a log line of ${requestId}`, () => {
    const lines = api.service.logLines.filter((line) => line.includes(requestId));
    return lines.length > 0 && lines.map((line) => JSON.parse(line) as Line);
  });
}

/** Without figures: thirteen of them in a row may happen to be a card number, which no line shows. */
function newRequestId(): string {
  return randomUUID().replaceAll(/\d/g, (figure) => 'abcdefabcd'.charAt(Number(figure)));
}

describe('one line for each request, by its id', () => {
  test.each<[method: string, path: string, route: string, status: number, body?: string]>([
    ['GET', `${LIST}?card_last4=4242`, LIST, 200],
    ['GET', `${LIST}?page=0`, LIST, 422],
    ['GET', `${LIST}/nobody`, `${LIST}/:id`, 404],
    ['PATCH', `${LIST}/nobody/status`, `${LIST}/:id/status`, 404, '{"status":"other"}'],
    ['PATCH', `${LIST}/nobody/status`, `${LIST}/:id/status`, 422, 'broken'],
    ['POST', LIST, LIST, 405],
    ['POST', '/chargeback-alert/get', '/chargeback-alert/get', 400, '{}'],
    ['POST', '/chargeback-alert/update/status', '/chargeback-alert/update/status', 422, '{}'],
    ['POST', '/providers/provider_a_alerts/alerts', '/providers/provider_a_alerts/alerts', 401, '{}'],
    ['GET', '/nothing', 'unmatched', 404],
    ['GET', '/%zz', 'unmatched', 404],
    ['GET', '/healthz', '/healthz', 200],
  ])('%s %s', async (method, path, route, status, body) => {
    const requestId = newRequestId();
    const answer = await sendRequest(api.service.url, path, {
      method,
      headers: {
        authorization: api.company.authorization,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(status);
    const lines = await linesOf(requestId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ request_id: requestId, method, route, status });
  });

  test.each([LIST, `${LIST}?page=0`, `${LIST}/nobody`])(
    'GET %s names the credential that called',
    async (path) => {
      const requestId = newRequestId();
      await api.client.call('GET', path, undefined, { 'x-request-id': requestId });
      expect((await linesOf(requestId)).map(({ client_id }) => client_id)).toEqual([api.company.clientId]);
    },
  );

  test('wrong credentials leave no name in the log, since anybody may claim it', async () => {
    const requestId = newRequestId();
    const authorization = `Basic ${Buffer.from(`${api.company.clientId}:wrong`).toString('base64')}`;
    await sendRequest(api.service.url, LIST, { headers: { authorization, 'x-request-id': requestId } });
    const [line] = await linesOf(requestId);
    expect([line?.status, line?.client_id]).toEqual([401, undefined]);
  });
});

/** Sends a card number in every place a client can put one. */
async function sendEverywhere(card: string): Promise<void> {
  const { service, company, client } = api;
  const id = await receiveAlert(service.url, company);
  await client.list(`?provider_alert_id=${card}&card_bin=${card}&foo=${card}`);
  await client.list(`?${card}=1&card_last4=${card}`);
  await client.read(card);
  await client.read(`${card}${'x'.repeat(600)}`);
  await client.answer(card, 'other');
  await client.answer(id, card);
  await client.call('PATCH', `${LIST}/${id}/status`, `{"status":"${card}`);
  await client.call('PATCH', `${LIST}/${id}/status`, `{"status":"other","card":"${card}"}`);
  await client.answer(id, 'other', { 'idempotency-key': `key ${card}` });
  await client.legacyLookup({ alert_id: card });
  await client.legacyLookup({ authorization_code: card });
  await client.legacyAnswer({ alert_id: card, status: card });
  await client.legacyAnswer({ alert_id: card, status: 'other' });
  await client.call('GET', `/${card}`);
  await client.call('DELETE', `/${card}?${card}`);
  await sendRequest(service.url, `/%zz/${card}`);
  await sendRequest(service.url, '/healthz', {
    headers: { 'x-request-id': card, 'user-agent': card, cookie: card },
  });
  await sendRequest(service.url, LIST, { headers: { authorization: `Basic ${btoa(`${card}:${card}`)}` } });
  await sendRequest(service.url, LIST, { headers: { authorization: card } });
  await sendRequest(service.url, '/chargeback-alert/get', {
    method: 'POST',
    headers: { clientid: card, clientkey: card },
  });
  await exchangeBytes(service.url, `GET /${card} HTTP/9.9\r\nHost: ${card}\r\n\r\n`);
  const texts = {
    descriptor: `${company.descriptor} ${card}`,
    issuer: card,
    auth_code: card,
    arn: card,
    reason_code: card,
  };
  await postAlerts(service.url, 'provider_a_alerts', [alertMessage(company, texts), { [card]: card }, card]);
}

describe('design 2: a card number never reaches a log, wherever it was sent', () => {
  test.each(CARDS)('%s in path, query, headers and bodies', async (card) => {
    await sendEverywhere(card);
    expect(api.service.logLines.length).toBeGreaterThan(20);
    expect(api.service.logLines.filter((line) => line.includes(card))).toEqual([]);
  });

  test('not even when the request fails inside', async () => {
    await api.service.sql`alter table alerts rename to alerts_elsewhere`;
    await sendEverywhere('4485275742308327').catch(() => {});
    await api.client.read('4485275742308327');
    await api.client.list('?provider_alert_id=4485275742308327');
    await api.client.legacyLookup({ alert_id: '4485275742308327' });
    await api.service.sql`alter table alerts_elsewhere rename to alerts`;
    expect(api.service.logLines.some((line) => line.includes('"level":50'))).toBe(true);
    expect(api.service.logLines.filter((line) => line.includes('4485275742308327'))).toEqual([]);
  });
});

test('no secret, no digest of one, and no Authorization header in any line so far', async () => {
  await api.client.list();
  const { clientId, clientSecret } = api.company;
  await sendRequest(api.service.url, '/chargeback-alert/get', {
    method: 'POST',
    headers: { clientid: clientId, clientkey: clientSecret },
  });
  const log = api.service.logLines.join('');
  expect(log).toContain(clientId);
  for (const secret of [clientSecret, api.company.authorization.slice('Basic '.length), 'whsec_']) {
    expect(log).not.toContain(secret);
  }
});
