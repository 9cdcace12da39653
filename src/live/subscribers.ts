import { LIVE_TOPICS, type LiveTopic } from '../shapes/dashboard/live.ts';
import { EVERY_COMPANY } from './live-message.ts';

export type OnChange = (topic: LiveTopic) => void;

/** Who listens in this process, by company. */
export class Subscribers {
  readonly #byCompany = new Map<string, Set<OnChange>>();

  add(companyId: string, onChange: OnChange): () => void {
    // The same function may listen twice; each has its own end.
    const listener: OnChange = (topic) => onChange(topic);
    const listeners = this.#byCompany.get(companyId) ?? new Set();
    this.#byCompany.set(companyId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byCompany.get(companyId) === listeners) {
        this.#byCompany.delete(companyId);
      }
    };
  }

  tell(companyIds: Iterable<string>, topic: LiveTopic): void {
    for (const companyId of companyIds) {
      const companies = companyId === EVERY_COMPANY ? this.#byCompany.keys() : [companyId];
      for (const company of companies) {
        for (const listener of this.#byCompany.get(company) ?? []) listener(topic);
      }
    }
  }

  /** After a time in which something may have been missed. */
  tellEverything(): void {
    for (const topic of LIVE_TOPICS) this.tell([EVERY_COMPANY], topic);
  }
}
