import { createDashboardClient, signIn, TEST_PASSWORD } from '../test/support/dashboard.ts';
import { sendRequest } from '../test/support/http-request.ts';
import { alertMessage, deliverAlerts } from '../test/support/provider.ts';
import { type Receiver, startReceiver } from '../test/support/receiver.ts';
import { PROVIDER_SECRETS } from '../test/support/service.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { inventCardNumbers } from './canaries/card-numbers.ts';
import { formsOf, searchDatabase } from './canaries/search-everywhere.ts';
import { waysIn } from './canaries/ways-in.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import type { Target } from './support/target.ts';

/** Card numbers and secrets put in wherever somebody outside can, and then looked for wherever they could come out. */
export const canaries: Attack = {
  defence: 'no card number and no secret in database, log, webhooks, answers or metrics',
  tries: 1000,
  run: sowAndSearch,
};

async function sowAndSearch(target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const owner = await signIn(target, { role: 'owner', companyId: target.company.companyId });
  const ways = Object.entries(waysIn(target, owner));
  const cards = inventCardNumbers(seed, Math.ceil(tries / ways.length));
  const receiver = await startReceiver(() => ({ status: 500, body: `cannot charge ${cards.join(', ')}` }));
  try {
    // First, since sign-ins that fail below use up the tries of this address; and others may have done so already.
    await target.sql`delete from login_failures`;
    const secrets = await handOutSecrets(target, owner.cookie() ?? '', receiver);
    const answers = new Map<string, string>();
    for (const [card, [name, goIn]] of cards.flatMap((each) => ways.map((way) => [each, way] as const))) {
      const { text } = await goIn(card);
      answers.set(`the answer to ${name}`, (answers.get(`the answer to ${name}`) ?? '') + text);
    }
    const breaches = await search(target, { cards, secrets, answers, receiver });
    const figure = `${ways.length} ways in, ${secrets.length} secrets`;
    return { tries: cards.length * ways.length, breaches, figure };
  } finally {
    await receiver.stop();
  }
}

/** Secrets of every kind, each shown once to whom it belongs; a webhook signed with one has been answered. */
async function handOutSecrets(target: Target, cookie: string, receiver: Receiver): Promise<string[]> {
  const { url, company, sql } = target;
  const owner = createDashboardClient(url, cookie);
  const endpoint = await owner.post('/endpoints', { url: receiver.url, format: 'v2' });
  const credential = await owner.post('/credentials');
  const invitation = await owner.post('/team/invitations', {
    email: `c${Date.now()}@company.example`,
    role: 'viewer',
  });
  const totp = await owner.post('/account/totp/begin', { password: TEST_PASSWORD });
  await deliverAlerts(url, 'provider_a_alerts', [alertMessage(company)]);
  await waitFor('the answer of the receiver to be kept', async () => {
    const rows =
      await sql`select 1 from webhook_attempts where company_id = ${company.companyId} and response is not null`;
    return rows.length > 0;
  });
  return [
    endpoint.body.secret,
    credential.body.client_secret,
    invitation.body.url.split('#').at(-1),
    totp.body.secret,
    cookie.split('=')[1] ?? '',
    company.clientSecret,
    TEST_PASSWORD,
    ...Object.values(PROVIDER_SECRETS),
  ];
}

interface Sown {
  readonly cards: readonly string[];
  readonly secrets: readonly string[];
  readonly answers: ReadonlyMap<string, string>;
  readonly receiver: Receiver;
}

async function search(target: Target, { cards, secrets, answers, receiver }: Sown): Promise<string[]> {
  const found = new Set<string>();
  const forms = secrets.flatMap((secret) => formsOf(secret.replace(/^whsec_/, '')));
  const find = (place: string, text: string): void => {
    const digits = text.replaceAll(/[ -]/g, '');
    if (cards.some((card) => digits.includes(card))) found.add(`a card number in ${place}`);
    if (forms.some((form) => text.includes(form))) found.add(`a secret in ${place}`);
  };
  await searchDatabase(target.sql, find);
  for (const line of target.logLines) find('the log', line);
  for (const [place, text] of answers) find(place, text);
  for (const { headers, body } of receiver.requests) find('a webhook', JSON.stringify(headers) + body);
  find('the metrics', (await sendRequest(target.url, '/metrics')).text);
  return [...found];
}
