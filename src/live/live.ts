import type { LiveTopic } from '../shapes/dashboard/live.ts';

/** Carries "something changed" from whoever changed it to every open page of the company, over all processes. */
export interface Live {
  /** Cheap enough for a hot path: what is told within a moment goes out together. */
  readonly tell: (companyId: string, topic: LiveTopic) => void;
  /** Calls back for each change of the company until the returned function is called. */
  readonly subscribe: (companyId: string, onChange: (topic: LiveTopic) => void) => () => void;
}
