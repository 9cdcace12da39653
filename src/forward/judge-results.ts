import { Type } from 'typebox';
import { compileObjectReader } from '../http/validation.ts';
import { ANSWER_STATUSES, type AnswerStatus } from '../rules/alert.ts';
import { parseJson } from '../rules/json-object.ts';
import { keepText } from '../rules/keep-text.ts';
import type { ForwardOutcome } from '../rules/outcomes.ts';
import { nextForwardAttempt } from '../rules/retry-schedule.ts';
import type { SendResult } from '../sending/send-result.ts';

const MESSAGE_KEPT_MAX = 500;

const readProviderAnswer = compileObjectReader(Type.Object({ results: Type.Array(Type.Unknown()) }));
/** Read one by one, so that a result that cannot be read leaves only its own alert unsettled. */
const readProviderResult = compileObjectReader(
  Type.Object({
    alert_id: Type.String(),
    result: Type.Unsafe<'success' | 'failure'>({ type: 'string', enum: ['success', 'failure'] }),
    recoverable: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })),
    message: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  }),
);

/** What provider A said of one alert, or that it said nothing usable. */
export type ProviderWord =
  | { readonly kind: 'accepted'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unsettled'; readonly message: string };

/** The provider's word on each alert, by its identifier; anything but a clear answer leaves all unsettled. */
export function readProviderWords(
  result: SendResult,
): (providerAlertId: string, repeated?: RepeatedAnswer) => ProviderWord {
  if (result.kind === 'failed')
    return () => ({ kind: 'unsettled', message: `${result.reason}: ${result.detail}` });
  if (result.status !== 200)
    return () => ({ kind: 'unsettled', message: `the provider answered ${result.status}` });
  const answer = readProviderAnswer(parseJson(result.body));
  if (answer.kind === 'fails')
    return () => ({ kind: 'unsettled', message: 'the provider answered nothing readable' });
  const words = new Map(
    answer.value.results
      .map(readProviderResult)
      .flatMap((one) => (one.kind === 'fits' ? [[one.value.alert_id, one.value] as const] : [])),
  );
  return (providerAlertId, repeated) => {
    const word = words.get(providerAlertId);
    if (word === undefined) return { kind: 'unsettled', message: 'the provider did not mention this alert' };
    const message = keepText(word.message ?? '', MESSAGE_KEPT_MAX);
    if (word.result === 'success') return { kind: 'accepted', message };
    if (word.recoverable !== false) return { kind: 'unsettled', message };
    return { kind: saysItHasThisAnswer(message, repeated) ? 'accepted' : 'refused', message };
  };
}

/** An answer that was sent before, without a reply that could be read. */
export interface RepeatedAnswer {
  readonly outcome: AnswerStatus;
}

/**
 * The provider may have taken an earlier attempt whose reply was lost, and call the repeat an error. That it has an
 * answer already is then success, unless it names a different one.
 */
function saysItHasThisAnswer(message: string, repeated: RepeatedAnswer | undefined): boolean {
  if (repeated === undefined || !/already (?:answered|recorded|has an? (?:answer|outcome))/i.test(message))
    return false;
  const named = ANSWER_STATUSES.filter((status) => message.includes(status));
  return named.every((status) => status === repeated.outcome);
}

export type ForwardVerdict =
  | { readonly outcome: Exclude<ForwardOutcome, 'retry'>; readonly message: string }
  | { readonly outcome: 'retry'; readonly message: string; readonly dueAt: Date };

/** Settles an answer by the provider's word, or finds the next time to try while the alert's window is open. */
export function judgeWord(
  word: ProviderWord,
  circumstances: { attempts: number; now: Date; giveUpAt: Date; jitter: number },
): ForwardVerdict {
  if (word.kind !== 'unsettled') return { outcome: word.kind, message: word.message };
  const { attempts, now, giveUpAt, jitter } = circumstances;
  const dueAt = nextForwardAttempt({ attemptsMade: attempts, now, giveUpAt, jitter });
  return dueAt === undefined
    ? { outcome: 'too_late', message: word.message }
    : { outcome: 'retry', message: word.message, dueAt };
}
