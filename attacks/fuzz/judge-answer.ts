import type { HttpAnswer } from '../../test/support/http-request.ts';
import type { Check, Operation } from './operations.ts';
import type { FuzzRequest } from './requests.ts';

/** What any path may answer without saying so for each: a request or path that cannot be read, a wrong method. */
const ANYWHERE: ReadonlySet<number> = new Set([400, 404, 405, 431]);

/** What is wrong with an answer, by the document and by the design (D9); nothing when it is as promised. */
export function judgeAnswer(
  request: FuzzRequest,
  answer: HttpAnswer,
  checkEnvelope: Check,
): string | undefined {
  const { status, headers, text } = answer;
  if (status >= 500) return `answered ${status}`;
  if (!/\S/.test(String(headers['x-request-id'] ?? ''))) return 'has no x-request-id';
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be taken for a page';
  if (request.method === 'HEAD') return text === '' ? undefined : 'has a body for HEAD';
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'is not JSON';
  const body = parse(text);
  if (body === undefined) return 'cannot be parsed';
  return judgeShape(request, status, body, checkEnvelope) ?? judgeVerdict(request, status, body);
}

function judgeShape(
  { operation, method }: FuzzRequest,
  status: number,
  { value }: { readonly value: unknown },
  checkEnvelope: Check,
): string | undefined {
  const documented = method === operation.method ? operation.answers.get(status) : undefined;
  // An alias keeps its own error body, but a path that leads nowhere is answered in ours.
  const problem = documented?.(value);
  if (documented !== undefined && problem === undefined) return undefined;
  if (documented === undefined && !ANYWHERE.has(status) && method === operation.method) {
    return `answered ${status}, which is not documented`;
  }
  return checkEnvelope(value) === undefined ? undefined : `does not fit: ${problem ?? 'no envelope'}`;
}

/** The document decides what is valid, in both directions. */
function judgeVerdict(
  request: FuzzRequest,
  status: number,
  { value }: { readonly value: unknown },
): string | undefined {
  const { operation, isSound, method, body = '' } = request;
  if (isSound && isCalledInvalid(operation, status, value)) return `refused a sound request with ${status}`;
  const mustFit = operation.answers.has(422) && operation.answers.has(404) && method === operation.method;
  const fits = (): boolean => operation.fitsBody(parse(body)?.value) === undefined;
  return mustFit && operation.body !== undefined && status < 300 && !fits()
    ? 'took a body that does not fit'
    : undefined;
}

function isCalledInvalid({ answers }: Operation, status: number, value: unknown): boolean {
  // The legacy lookup has a 400 of its own, for neither field.
  if (status === 400) return !answers.has(400);
  return [401, 405, 415].includes(status) || JSON.stringify(value).includes('VALIDATION_ERROR');
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
