import type { Logger } from 'pino';
import { isKept } from '../processes/serving-notice.ts';

const STOP_WITHIN_MS = 20_000;
/**
 * A Ctrl-C reaches this process from the terminal and may reach it again from npm or a launcher that passes it on;
 * only one that comes later means that somebody does not want to wait.
 */
const SAME_REQUEST_MS = 300;

/** Resolves when SIGTERM or SIGINT asks for the end. From then on the end comes, in order or not. */
export function awaitStopRequest(log: Logger, delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let askedAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now();
      log.info({ signal }, 'stopping');
      limitStopping(delayMs);
      resolve();
    } else if (performance.now() - askedAtMs > SAME_REQUEST_MS) {
      exitAtOnce('Stopped at once, as asked a second time.');
    }
  };
  process.on('SIGTERM', onSignal);
  // Ctrl-C reaches every process of a terminal; one of several leaves it to its supervisor, who asks it to stop.
  process.on('SIGINT', isKept() ? () => {} : onSignal);
  return promise;
}

/** Whatever hangs, the process does not: what it leaves behind, the next start picks up. */
export function limitStopping(delayMs = 0): void {
  const withinMs = STOP_WITHIN_MS + delayMs;
  setTimeout(() => exitAtOnce(`Stopping took longer than ${withinMs / 1000} s.`), withinMs).unref();
}

function exitAtOnce(reason: string): never {
  process.stderr.write(`error: ${reason}\n`);
  process.exit(1);
}
