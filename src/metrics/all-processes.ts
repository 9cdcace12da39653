import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** A little longer than the library waits for a process that does not answer. */
const ANSWER_WITHIN_MS = 6000;

interface Question {
  readonly metricsWanted: number;
}

interface Answer {
  readonly metricsFor: number;
  /** Null when not all processes reported theirs. */
  readonly text: string | null;
}

/** In the supervisor of several processes: tells any of them the figures of all together. */
export function tellAllMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (asker, message: unknown) => {
    if (!isQuestion(message)) return;
    const answer = (text: string | null): void => {
      const told: Answer = { metricsFor: message.metricsWanted, text };
      if (asker.isConnected()) asker.send(told);
    };
    all.clusterMetrics().then(answer, () => answer(null));
  });
}

/** In one of several processes: its figures are counted in from now on, and it may ask for those of all. */
export function joinAllMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  // Made for its listener, which answers the supervisor.
  void new AggregatorRegistry();
  let asked = 0;
  return async () => {
    const question: Question = { metricsWanted: (asked += 1) };
    const answered = waitForAnswer(question);
    process.send?.(question);
    return answered;
  };
}

async function waitForAnswer({ metricsWanted }: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      process.off('message', onMessage);
      reject(new Error('Not all processes told their figures'));
    };
    const timer = setTimeout(fail, ANSWER_WITHIN_MS);
    function onMessage(message: unknown): void {
      if (!isAnswer(message) || message.metricsFor !== metricsWanted) return;
      clearTimeout(timer);
      if (message.text === null) return fail();
      process.off('message', onMessage);
      resolve(message.text);
    }
    process.on('message', onMessage);
  });
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'metricsWanted' in message;
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'metricsFor' in message;
}
