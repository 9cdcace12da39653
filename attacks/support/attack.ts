import type { Target } from './target.ts';

/** How far an attack goes, and where its chance begins: the same seed makes the same tries. */
export interface Plan {
  readonly seed: number;
  readonly tries: number;
}

export interface Outcome {
  readonly tries: number;
  /** What got through, each in one line; empty when the defence held. */
  readonly breaches: readonly string[];
  /** What was measured on the way, when there is something to measure. */
  readonly figure?: string;
}

export interface Attack {
  /** What holds against it. */
  readonly defence: string;
  /** Of the long run; a short one takes a part of them. */
  readonly tries: number;
  readonly run: (target: Target, plan: Plan) => Promise<Outcome>;
}
