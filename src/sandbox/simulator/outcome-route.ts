import type { FastifyInstance } from 'fastify';
import { parseJsonBody } from '../../http/json-body.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import { isAnswerStatus } from '../../rules/alert.ts';
import { isJsonObject } from '../../rules/json-object.ts';
import { verifyMessage } from '../../signing/standard-webhooks.ts';

/** Where the simulated provider A takes outcomes; the sandbox's default for PROVIDER_A_URL ends before `/outcomes`. */
export const SIMULATED_PROVIDER_PATH = '/simulator/provider_a';
const OUTCOMES_MAX = 25;

interface OutcomeResult {
  readonly alert_id: string;
  readonly result: 'success' | 'failure';
  readonly recoverable: boolean;
  readonly message: string;
}

/** Takes outcomes as provider A does: checks the signature and answers each outcome by itself. */
export async function addOutcomeRoute(
  app: FastifyInstance,
  signingKey: Buffer,
  now: () => Date,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`${SIMULATED_PROVIDER_PATH}/outcomes`, {
      schema: { hide: true },
      handler: async ({ headers, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        if (!verifyMessage(signingKey, headers, bytes, now())) throw new RefusalError('invalid_signature');
        return { results: readOutcomes(bytes).map(judgeOutcome) };
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

function judgeOutcome(given: unknown): OutcomeResult {
  const { alert_id: alertId, outcome } = isJsonObject(given) ? given : {};
  return isAnswerStatus(outcome)
    ? { alert_id: String(alertId), result: 'success', recoverable: false, message: 'Outcome recorded' }
    : { alert_id: String(alertId), result: 'failure', recoverable: false, message: 'Unknown outcome' };
}
