import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { compileObjectReader } from '../../http/validation.ts';
import { type Provider, PROVIDERS } from '../../rules/provider.ts';
import { readSigningKeys, signMessage } from '../../signing/standard-webhooks.ts';
import { listEnrollments } from '../../store/companies/enrollments.ts';
import type { Sql } from '../../store/connect.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { inventAlert } from './invent-alert.ts';

const ALERTS_PER_MESSAGE = 100;

/** Carries a signed message to the intake: over HTTP, or into an application in this process. */
export type Post = (
  path: string,
  headers: Record<string, string>,
  body: string,
) => Promise<{ status: number; body: string }>;

export interface SimulationOptions {
  readonly sql: Sql;
  readonly companyId: string;
  /** Undefined: all for which the company has an enrollment, in turn. */
  readonly provider?: Provider | undefined;
  readonly count: number;
  readonly providerSecrets: Readonly<Record<Provider, string>>;
  readonly post: Post;
}

const readResults = compileObjectReader(
  Type.Object({ results: Type.Array(Type.Object({ alert_id: Type.String(), id: Type.String() })) }),
);

/** The company has no enrollment that a simulated alert could be routed by. */
export class NoEnrollmentError extends Error {}

/** Plays the providers: sends alerts for a company through the real, signed intake. */
export async function sendSimulatedAlerts(
  options: SimulationOptions,
): Promise<{ alertIds: string[]; ids: string[] }> {
  const enrollments = (await listEnrollments(options.sql, options.companyId)).filter(
    ({ provider }) => options.provider === undefined || provider === options.provider,
  );
  if (enrollments.length === 0) {
    throw new NoEnrollmentError(
      `The company has no enrollment${options.provider === undefined ? '' : ` for ${options.provider}`} yet`,
    );
  }
  const now = await readDatabaseClock(options.sql);
  const inTurn = Array.from({ length: options.count }, (_, turn) =>
    enrollments.at(turn % enrollments.length),
  );
  const results: { alert_id: string; id: string }[] = [];
  for (const provider of PROVIDERS) {
    const messages = inTurn
      .filter((enrollment) => enrollment?.provider === provider)
      .map((enrollment) => enrollment && inventAlert(enrollment, now));
    for (let from = 0; from < messages.length; from += ALERTS_PER_MESSAGE) {
      results.push(
        ...(await sendMessage(options, provider, messages.slice(from, from + ALERTS_PER_MESSAGE), now)),
      );
    }
  }
  return { alertIds: results.map(({ alert_id }) => alert_id), ids: results.map(({ id }) => id) };
}

async function sendMessage(
  { providerSecrets, post }: SimulationOptions,
  provider: Provider,
  alerts: readonly unknown[],
  at: Date,
): Promise<{ alert_id: string; id: string }[]> {
  const body = JSON.stringify({ alerts });
  const signature = signMessage(readSigningKeys(providerSecrets[provider]), {
    id: `msg_${randomUUID()}`,
    at,
    body,
  });
  const headers = { 'content-type': 'application/json', ...signature };
  const answer = await post(`/providers/${provider}/alerts`, headers, body);
  if (answer.status !== 200) throw new Error(`The intake answered ${answer.status}: ${answer.body}`);
  const read = readResults(JSON.parse(answer.body));
  if (read.kind === 'fails') throw new Error(`The intake gave an unexpected answer: ${answer.body}`);
  return read.value.results;
}
