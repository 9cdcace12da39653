import { useState } from 'react';

/** What somebody is typing, until it is taken over. A change from elsewhere replaces it; its own echo does not. */
export function useDraft(value: string): readonly [draft: string, setDraft: (draft: string) => void] {
  const [{ seen, draft }, setState] = useState({ seen: value, draft: value });
  if (seen !== value) setState({ seen: value, draft: draft.trim() === value ? draft : value });
  return [draft, (next) => setState({ seen: value, draft: next })];
}
