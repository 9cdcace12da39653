import { finelyCountedCpuSeconds } from './process-account.ts';

/** Adds up what one kind of statement costs: this process's CPU time and that of its PostgreSQL backend. */
export class CpuAccount {
  readonly #backendPid: number;
  #jobs = 0;
  #nodeMicroseconds = 0;
  #postgresMicroseconds = 0;

  constructor(backendPid: number) {
    this.#backendPid = backendPid;
  }

  /** Runs it for this many jobs; with none it is not counted. */
  async note<Result>(jobs: number, run: () => Promise<Result>): Promise<Result> {
    const before = this.#look();
    const result = await run();
    const after = this.#look();
    if (jobs === 0) return result;
    this.#jobs += jobs;
    this.#nodeMicroseconds += after.node - before.node;
    this.#postgresMicroseconds += after.postgres - before.postgres;
    return result;
  }

  each(): { readonly nodeMicroseconds: number; readonly postgresMicroseconds: number } {
    return {
      nodeMicroseconds: this.#nodeMicroseconds / this.#jobs,
      postgresMicroseconds: this.#postgresMicroseconds / this.#jobs,
    };
  }

  #look(): { readonly node: number; readonly postgres: number } {
    const { user, system } = process.cpuUsage();
    return { node: user + system, postgres: finelyCountedCpuSeconds(this.#backendPid) * 1e6 };
  }
}
