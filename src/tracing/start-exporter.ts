import { sleep } from '../loops/sleep.ts';
import { renderOtlpBody } from './otlp-body.ts';
import type { Span } from './span.ts';

const SERVICE_NAME = 'chargeback-alerts';
const SPANS_WAITING_MAX = 10_000;
const SPANS_PER_POST = 500;
const POST_EVERY_MS = 1000;
const POST_TIMEOUT_MS = 5000;

export interface ExporterSettings {
  /** The collector's address, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SpanExporter {
  /** Never waits and never throws: a trace is worth less than what it is about. */
  readonly add: (span: Span) => void;
  /** Sends what waits, once. */
  stop(): Promise<void>;
}

/** Sends spans to a collector once a second. What it does not take is dropped; that is logged once, until it takes something again. */
export function startExporter(
  settings: ExporterSettings,
  onTrouble: (reason: string, droppedSpans: number) => void,
): SpanExporter {
  const stopping = new AbortController();
  let waiting: Span[] = [];
  let isInTrouble = false;

  function drop(reason: string, spans: number): void {
    if (!isInTrouble) onTrouble(reason, spans);
    isInTrouble = true;
  }

  async function postWaiting(): Promise<void> {
    const spans = waiting;
    waiting = [];
    for (let from = 0; from < spans.length; from += SPANS_PER_POST) {
      const part = spans.slice(from, from + SPANS_PER_POST);
      const refusal = await post(settings, part);
      if (refusal === undefined) isInTrouble = false;
      else drop(refusal, part.length);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(POST_EVERY_MS, stopping.signal);
      await postWaiting();
    }
  }
  const running = run();
  return {
    add: (span) => {
      if (waiting.length < SPANS_WAITING_MAX) waiting.push(span);
      else drop('more spans than can be sent', 1);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Returns why the collector did not take them; undefined when it did. */
async function post(
  { endpoint, headers }: ExporterSettings,
  spans: readonly Span[],
): Promise<string | undefined> {
  try {
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: renderOtlpBody(SERVICE_NAME, spans),
      redirect: 'error',
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `the collector answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
