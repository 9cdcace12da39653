import { errors } from 'undici';
import { codeOf, describeError } from './failure-text.ts';
import { SendError } from './send-error.ts';

/** Mistakes of the caller: a header that cannot be sent, a request after the sender was closed. */
const OWN_MISTAKES: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

/** What undici says when the other side answers 100 or 101 to a request that asked for neither. */
const UNASKED_ANSWERS: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/** What went wrong on the other side, or undefined when the mistake is ours and must not pass for theirs. */
export function explainFailure(error: Error): SendError | undefined {
  if (error instanceof SendError) return error;
  const code = codeOf(error);
  if (OWN_MISTAKES.has(code)) return undefined;
  if (error instanceof errors.HTTPParserError || UNASKED_ANSWERS.has(error.message)) {
    return new SendError('bad_response', 'The answer is not a complete HTTP/1.1 response');
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return new SendError('bad_response', 'The length of the answer is not the one it announced');
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new SendError('bad_response', 'The headers of the answer are too large');
  }
  if (code === 'UND_ERR_SOCKET') {
    return new SendError('connection_lost', 'The connection closed before the answer was complete');
  }
  // TLS 1.3 lets a server turn us away after the handshake, as one that wants a client certificate does.
  if (code.startsWith('ERR_SSL_'))
    return new SendError('tls', describeError(error, 'The TLS connection broke'));
  return new SendError('connection_lost', describeError(error, 'Connection lost'));
}
