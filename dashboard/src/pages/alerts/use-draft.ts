import { useState } from 'react';

interface Draft {
  readonly seen: string;
  readonly draft: string;
  /** What stood in the field since it last agreed with the value; any of it may still come back as its own echo. */
  readonly typed: readonly string[];
}

const TYPED_MAX = 100;

/** What somebody is typing, until it is taken over. A change from elsewhere replaces it; its own echo does not. */
export function useDraft(value: string): readonly [draft: string, setDraft: (draft: string) => void] {
  const [state, setState] = useState<Draft>({ seen: value, draft: value, typed: [] });
  if (state.seen !== value) setState(follow(state, value));
  const setDraft = (draft: string): void =>
    setState(({ seen, typed }) => ({ seen, draft, typed: [...typed, draft.trim()].slice(-TYPED_MAX) }));
  return [state.draft, setDraft];
}

function follow({ draft, typed }: Draft, value: string): Draft {
  if (draft.trim() === value) return { seen: value, draft, typed: [] };
  // Somebody has typed on while an earlier state of the field was taken over.
  if (typed.includes(value)) return { seen: value, draft, typed };
  return { seen: value, draft: value, typed: [] };
}
