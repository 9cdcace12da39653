import { tryUpload } from '../../test/bulk/support.ts';
import { createClient } from '../../test/support/client.ts';
import type { SignedInClient } from '../../test/support/dashboard.ts';
import { sendRequest } from '../../test/support/http-request.ts';
import { alertMessage, postAlerts } from '../../test/support/provider.ts';
import { inGroups } from './card-numbers.ts';
import type { Target } from '../support/target.ts';

/** Everywhere a card number can be put by somebody outside; each gives back what it was answered. */
export function waysIn(
  target: Target,
  analyst: SignedInClient,
): Readonly<Record<string, (card: string) => Promise<{ readonly text: string }>>> {
  const { url, company } = target;
  const client = createClient(url, company);
  const list = '/api/v1/chargeback-alert/alerts';
  const withCredentials = { authorization: company.authorization };
  return {
    'fields of an alert': (card) => post(target, textFields(card)),
    'groups in the fields of an alert': (card) => post(target, textFields(inGroups(card, ' '))),
    'fields of an unrouted alert': (card) => post(target, { ...textFields(card), descriptor: card }),
    'fields that cannot be read': (card) => post(target, { amount: card, card_bin: card, currency: card }),
    'its own identifier': async (card) => {
      await post(target, { alert_id: card, card_bin: card.slice(0, 8), card_last4: card.slice(-4) });
      // The answer names each alert as its sender did.
      return { text: '' };
    },
    'the path': (card) => client.read(card),
    'the query': (card) => client.list(`?card_bin=${card}&card_last4=${card}`),
    'a status': (card) => client.answer(card, card),
    'a legacy lookup': (card) => client.legacyLookup({ authorization_code: card }),
    'a legacy status': (card) => client.legacyAnswer({ alert_id: 'none', status: card }),
    'a broken body': (card) => client.call('PATCH', `${list}/x/status`, `{"status":${card}`),
    headers: (card) =>
      sendRequest(url, list, {
        headers: { ...withCredentials, 'x-request-id': card, 'user-agent': card, 'idempotency-key': card },
      }),
    credentials: (card) =>
      sendRequest(url, list, { headers: { authorization: `Basic ${btoa(`${card}:${card}`)}` } }),
    'a search': (card) => analyst.get(`/alerts?view=all&q=${card}`),
    'the search of a bulk update': (card) =>
      analyst.post('/bulk-updates', { status: 'other', source: { kind: 'filter', filter: { q: card } } }),
    'an exported search': (card) => analyst.get(`/alerts/export?q=${inGroups(card, '-')}`),
    'an uploaded file': (card) =>
      tryUpload(analyst, `alert,status,${card}\nNONE,${card},${card}`, `${card}.csv`),
    'a file without header': (card) => tryUpload(analyst, `${card},${card}\n${card},other`),
    'a sign-in': (card) =>
      analyst.post('/login', { email: card, password: card }, { headers: { 'user-agent': card } }),
    'an unknown path': (card) => sendRequest(url, `/${card}`),
  };
}

async function post({ url, company }: Target, overrides: object): Promise<{ readonly text: string }> {
  const response = await postAlerts(url, 'provider_a_alerts', [alertMessage(company, overrides)]);
  return { text: await response.text() };
}

function textFields(text: string): Record<string, string> {
  const names = ['caid', 'arn', 'auth_code', 'alert_type', 'reason_code', 'issuer', 'acquirer_bin', 'note'];
  return Object.fromEntries(names.map((name) => [name, `ref ${text}.`]));
}
