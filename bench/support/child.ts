import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of its own for one part of a benchmark, so that each part's CPU time is its own. */
export class Child {
  readonly #process: ChildProcess;

  constructor(
    script: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
    execArgv: readonly string[] = [],
  ) {
    this.#process = fork(new URL(`../../${script}`, import.meta.url), args, {
      env: { ...process.env, ...env },
      execArgv: [...execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async ask<Answer>(message: string | object): Promise<Answer> {
    const answer = this.next<Answer>();
    this.tell(message);
    return answer;
  }

  tell(message: string | object): void {
    this.#process.send(message);
  }

  async next<Answer>(): Promise<Answer> {
    const [message] = (await once(this.#process, 'message')) as [Answer];
    return message;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
  }
}
