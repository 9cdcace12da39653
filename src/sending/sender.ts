import { OWN_HEADERS } from '../rules/own-headers.ts';
import { createConnector } from './connector.ts';
import { createGuardedLookup } from './guarded-lookup.ts';
import { createOriginPools } from './origin-pools.ts';
import { readTarget } from './read-target.ts';
import { remember } from './remember.ts';
import { type Resolve, resolveBySystem, shareResolutions, createNameServerResolve } from './resolve-host.ts';
import { SendError } from './send-error.ts';
import type { SendRequest, SendResult } from './send-result.ts';

const POOLS_MAX = 1024;
const TARGETS_REMEMBERED_MAX = 10_000;

export interface SenderSettings {
  /** Whether `http` and private addresses are allowed besides `https` to public ones (D26). */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  /** From the call to the end of the answer. */
  readonly exchangeTimeoutMs?: number;
  /** An answer is read up to here; 16 KiB by default. */
  readonly answerBytesMax?: number;
}

export interface Sender {
  /** Never rejects for what the other side does. */
  post(request: SendRequest): Promise<SendResult>;
  /** Lets what is under way finish; nothing more can be sent. */
  close(): Promise<void>;
}

/** Sends to addresses that customers choose: no redirects, no proxy, nothing that leads into our own network. */
export function createSender({
  allowPrivate,
  resolve = allowPrivate ? resolveBySystem : createNameServerResolve(),
  connectTimeoutMs = 3_000,
  exchangeTimeoutMs = 10_000,
  answerBytesMax,
}: SenderSettings): Sender {
  const lookup = createGuardedLookup(shareResolutions(resolve), allowPrivate);
  const pools = createOriginPools(createConnector({ lookup, allowPrivate, connectTimeoutMs }), POOLS_MAX);
  const targetOf = remember((url: string) => readTarget(url, allowPrivate), TARGETS_REMEMBERED_MAX);
  let closing: Promise<void> | undefined;

  return {
    post: ({ url, headers, body, lane }) => {
      if (closing !== undefined) return Promise.reject(new Error('The sender is closed'));
      const target = targetOf(url);
      if (target instanceof SendError) {
        const { reason, message } = target;
        return Promise.resolve({ kind: 'failed', reason, detail: message, durationMs: 0 });
      }
      const { origin, path } = target;
      return pools
        .take(origin, lane)
        .send(
          { path, method: 'POST', headers: { ...headers, ...OWN_HEADERS }, body },
          exchangeTimeoutMs,
          answerBytesMax,
        );
    },
    close: () => {
      closing ??= pools.close();
      return closing;
    },
  };
}
