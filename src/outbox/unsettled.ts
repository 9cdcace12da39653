/** Counts what has begun and is not over, so that somebody can wait until nothing is left. */
export class Unsettled {
  #count = 0;
  #none: PromiseWithResolvers<void> | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#none?.resolve();
  }

  async untilNone(): Promise<void> {
    if (this.#count === 0) return;
    this.#none ??= Promise.withResolvers();
    await this.#none.promise;
  }
}
