import { randomBytes } from 'node:crypto';
import { signIn } from '../../test/support/dashboard.ts';
import { alertMessage, deliverAlerts } from '../../test/support/provider.ts';
import type { Target } from '../support/target.ts';
import type { Known } from './requests.ts';

const ALERTS_OF_EACH = 15;
const PROVIDERS = ['provider_a_alerts', 'provider_b_rdr'] as const;

/** Fresh alerts of both companies, since answered ones refuse the next answer; for the dashboard also fresh sessions. */
export async function makeKnown(target: Target, signsIn: boolean): Promise<Known> {
  const { url, company, stranger } = target;
  const foreignMark = `foreign${randomBytes(8).toString('hex')}`;
  const own = () => alertMessage(company);
  const foreign = () => alertMessage(stranger, { issuer: foreignMark, reason_code: foreignMark });
  const results = [];
  for (const provider of PROVIDERS) {
    const messages = [own, foreign].flatMap((make) => Array.from({ length: ALERTS_OF_EACH }, make));
    results.push(...(await deliverAlerts(url, provider, messages)));
  }
  return {
    company,
    cookies: signsIn ? await signInPeople(target) : [],
    origin: new URL(url).origin,
    alertIds: results.map(({ id }) => id ?? ''),
    providerAlertIds: results.map((result) => result.alert_id ?? ''),
    foreignMark,
  };
}

async function signInPeople(target: Target): Promise<string[]> {
  const { companyId } = target.company;
  const people = await Promise.all(
    (['owner', 'analyst', 'viewer', 'operator'] as const).map((role) => signIn(target, { role, companyId })),
  );
  return people.map((person) => person.cookie() ?? '');
}
