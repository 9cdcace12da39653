import type { Client, Dispatcher } from 'undici';
import { explainFailure } from './explain-failure.ts';
import { SendError } from './send-error.ts';
import type { SendResult } from './send-result.ts';

/**
 * One request and its answer, reported by undici step by step. It has a result as soon as that is known; it is over when
 * undici has let go of it, which is later when time ran out before there was a connection.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<SendResult>;
  readonly #resolve: (result: SendResult) => void;
  readonly #reject: (error: Error) => void;
  readonly #answerBytesMax: number;
  readonly #startedAtMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #settled = false;
  #onOver = (): void => {};
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #bodyBytes = 0;
  readonly #chunks: Buffer[] = [];

  /** The one timer over everything: waiting for a turn, lookup, connection, request, answer. */
  constructor(timeoutMs: number, answerBytesMax: number) {
    const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#answerBytesMax = answerBytesMax;
    this.#timer = setTimeout(() => {
      this.#stop(new SendError('timeout', `No complete answer within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  /** `onOver` is called when the client has done with the connection what the answer asks for, and may be used again. */
  start(client: Client, options: Dispatcher.DispatchOptions, onOver: () => void): void {
    this.#onOver = onOver;
    client.dispatch(options, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown here and not aborted, the request is taken back before a byte of it is sent and the connection stays whole.
    if (this.#settled) throw new SendError('timeout', 'Settled before its turn');
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes <= this.#answerBytesMax) return;
    this.#settleAnswered();
    // The connection is dropped with the unread rest: nobody knows how much of it there is.
    controller.abort(new SendError('bad_response', 'The rest of the answer is not read'));
  }

  /** All answers that have come are read before the first is handed on: each kind of work is cheaper in a row. */
  onResponseEnd(): void {
    setImmediate(() => {
      this.#onOver();
      this.#settleAnswered();
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settleFailed(error);
    setImmediate(this.#onOver);
  }

  #stop(error: SendError): void {
    this.#settleFailed(error);
    this.#controller?.abort(error);
  }

  #settleAnswered(): void {
    if (!this.#settle()) return;
    this.#resolve({
      kind: 'answered',
      status: this.#status,
      headers: { retryAfter: this.#retryAfter },
      body: this.#readBody(),
      durationMs: this.#elapsedMs(),
    });
  }

  #readBody(): string {
    if (this.#bodyBytes === 0) return '';
    return decode(Buffer.concat(this.#chunks, Math.min(this.#bodyBytes, this.#answerBytesMax)));
  }

  #settleFailed(error: Error): void {
    if (!this.#settle()) return;
    const failure = explainFailure(error);
    if (failure === undefined) this.#reject(error);
    else {
      const { reason, message } = failure;
      this.#resolve({ kind: 'failed', reason, detail: message, durationMs: this.#elapsedMs() });
    }
  }

  /** Whether this call is the one that settles. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    return true;
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }
}

/** What is not UTF-8 becomes U+FFFD, and so does NUL, which PostgreSQL would not store: every answer can be shown. */
function decode(bytes: Buffer): string {
  return bytes.toString().replaceAll('\0', '\uFFFD');
}
