import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { PROVIDER_SECRETS } from './service.ts';

export interface Outcome {
  readonly alert_id: string;
  readonly outcome: string;
  readonly answered_at: string;
}

interface OutcomeResult {
  readonly alert_id: string;
  readonly result: 'success' | 'failure';
  readonly recoverable: boolean;
  readonly message: string;
}

/**
 * What provider A does with a message: take it and answer each outcome, say something else instead, never answer, or
 * close the connection, with or without having taken it.
 */
export type Reaction =
  | {
      readonly kind: 'take';
      readonly judge?: (outcome: Outcome) => Omit<OutcomeResult, 'alert_id'> | undefined;
    }
  | { readonly kind: 'say'; readonly status: number; readonly body: string; readonly takesIt?: boolean }
  | { readonly kind: 'hang'; readonly takesIt?: boolean }
  | { readonly kind: 'drop'; readonly takesIt: boolean };

export type ProviderBehaviour = (outcomes: readonly Outcome[], count: number) => Reaction | Promise<Reaction>;

export interface FakeProviderA {
  /** For PROVIDER_A_URL. */
  readonly url: string;
  /** Every message whose signature was right, in the order of arrival. */
  readonly messages: readonly (readonly Outcome[])[];
  readonly badSignatures: () => number;
  readonly atOnceMax: () => number;
  /** What it holds of one alert, oldest first; a repeat of what it holds already adds nothing. */
  effects(alertId: string): readonly string[];
  /** Everything that was ever said about one alert, repeats included. */
  heard(alertId: string): readonly string[];
  behave(behaviour: ProviderBehaviour): void;
  /** From now on nobody listens, and what was under way is cut off. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const TAKE_ALL: ProviderBehaviour = () => ({ kind: 'take' });

/** Provider A on loopback: checks the signature of each message and remembers what it took. */
export async function startFakeProviderA(behaviour = TAKE_ALL): Promise<FakeProviderA> {
  const messages: (readonly Outcome[])[] = [];
  const held = new Map<string, string[]>();
  const verifier = new Webhook(PROVIDER_SECRETS.provider_a_alerts);
  let current = behaviour;
  let badSignatures = 0;
  let atOnce = 0;
  let atOnceMax = 0;

  function take({ alert_id: alertId, outcome }: Outcome): void {
    const effects = held.get(alertId) ?? [];
    if (effects.at(-1) !== outcome) held.set(alertId, [...effects, outcome]);
  }

  async function react(outcomes: readonly Outcome[], outgoing: ServerResponse): Promise<void> {
    const reaction = await current(outcomes, messages.length);
    if (reaction.kind === 'take') {
      const results = outcomes.flatMap((outcome) => {
        const verdict = reaction.judge ? reaction.judge(outcome) : SUCCESS;
        if (verdict?.result === 'success') take(outcome);
        return verdict === undefined ? [] : [{ alert_id: outcome.alert_id, ...verdict }];
      });
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
      return;
    }
    if (reaction.takesIt) outcomes.forEach(take);
    if (reaction.kind === 'say') outgoing.writeHead(reaction.status).end(reaction.body);
    if (reaction.kind === 'drop') outgoing.destroy();
  }

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    atOnce += 1;
    atOnceMax = Math.max(atOnceMax, atOnce);
    outgoing.on('close', () => {
      atOnce -= 1;
    });
    const body = await readText(incoming);
    try {
      verifier.verify(body, incoming.headers as Record<string, string>);
    } catch {
      badSignatures += 1;
      outgoing.writeHead(401).end();
      return;
    }
    const { outcomes } = JSON.parse(body) as { outcomes: Outcome[] };
    messages.push(outcomes);
    await react(outcomes, outgoing);
  }

  const server = createServer((incoming, outgoing) => {
    // A message that is cut off in the middle was none.
    receive(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const goDown = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/provider`,
    messages,
    badSignatures: () => badSignatures,
    atOnceMax: () => atOnceMax,
    effects: (alertId) => held.get(alertId) ?? [],
    heard: (alertId) =>
      messages.flat().flatMap(({ alert_id: id, outcome }) => (id === alertId ? [outcome] : [])),
    behave: (next) => {
      current = next;
    },
    goDown,
    comeBack: () => listen(port),
    stop: goDown,
  };
}

const SUCCESS = { result: 'success', recoverable: false, message: 'Outcome recorded' } as const;
