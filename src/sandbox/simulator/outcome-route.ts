import { addAbortListener } from 'node:events';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseJsonBody } from '../../http/json-body.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { sleep } from '../../loops/sleep.ts';
import { isJsonObject } from '../../rules/json-object.ts';
import { verifyMessage } from '../../signing/standard-webhooks.ts';
import type { Sql } from '../../store/connect.ts';
import { OutcomeMemory } from './outcome-memory.ts';
import { type ProviderMode, readProviderMode } from './provider-mode.ts';

/** Where the simulated provider A takes outcomes; the sandbox's default for PROVIDER_A_URL ends before `/outcomes`. */
export const SIMULATED_PROVIDER_PATH = '/simulator/provider_a';
const OUTCOMES_MAX = 25;
const SLOW_ANSWER_MS = 3000;

export interface OutcomeRouteParts {
  readonly sql: Sql;
  readonly signingKeys: readonly Buffer[];
  readonly now: () => Date;
}

/** Takes outcomes as provider A does, or as badly as it is configured to. */
export async function addOutcomeRoute(
  app: FastifyInstance,
  { sql, signingKeys, now }: OutcomeRouteParts,
): Promise<void> {
  const memory = new OutcomeMemory();
  const closing = new AbortController();
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('preClose', async () => closing.abort());
    scope.post(`${SIMULATED_PROVIDER_PATH}/outcomes`, {
      schema: { hide: true },
      handler: async ({ headers, body }, reply) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        if (!verifyMessage(signingKeys, headers, bytes, now())) throw new RefusalError('invalid_signature');
        // Asked each time, so that a change takes effect at once.
        const mode = await readProviderMode(sql);
        return answer(mode, readOutcomes(bytes), { memory, reply, closing: closing.signal });
      },
    });
  });
}

function readOutcomes(bytes: Buffer): readonly unknown[] {
  const body = parseJsonBody(bytes.toString('utf8'));
  const outcomes = isJsonObject(body) ? body['outcomes'] : undefined;
  if (!Array.isArray(outcomes) || outcomes.length === 0 || outcomes.length > OUTCOMES_MAX) {
    throw new RefusalError('invalid_input', {
      message: `outcomes must be a list of 1 to ${OUTCOMES_MAX} outcomes`,
    });
  }
  return outcomes;
}

interface AnswerParts {
  readonly memory: OutcomeMemory;
  readonly reply: FastifyReply;
  readonly closing: AbortSignal;
}

async function answer(
  mode: ProviderMode,
  outcomes: readonly unknown[],
  { memory, reply, closing }: AnswerParts,
): Promise<unknown> {
  const takeAll = () => ({ results: outcomes.map((outcome) => memory.take(outcome)) });
  switch (mode) {
    case 'ok':
      return takeAll();
    case 'slow':
      await sleep(SLOW_ANSWER_MS, closing);
      return takeAll();
    case 'refuse':
      return { results: outcomes.map((outcome) => memory.refuse(outcome)) };
    case 'fail':
      return reply.code(500).send({ message: 'The simulated provider fails, as configured' });
    case 'hang':
      return leaveWaiting(reply, closing);
    case 'drop':
      takeAll();
      reply.hijack().raw.destroy();
      return reply;
  }
}

/** Until the caller has had enough or the service stops. */
function leaveWaiting(reply: FastifyReply, closing: AbortSignal): FastifyReply {
  const { raw } = reply.hijack();
  const stopListening = addAbortListener(closing, () => void raw.destroy());
  raw.once('close', () => stopListening[Symbol.dispose]());
  return reply;
}
