import { useNavigate } from '@tanstack/react-router';
import { type FocusEvent, type RefObject, useState } from 'react';
import type { AlertRowShape } from '../../api/shapes.ts';
import { useShortcut } from '../../keyboard/shortcuts.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { AlertsSearch } from './alerts-search.ts';
import type { Selection } from './selection.ts';

interface RowKeysOptions {
  readonly rows: readonly AlertRowShape[];
  readonly search: AlertsSearch;
  readonly selection: Selection;
  /** Where the rows stand. */
  readonly list: RefObject<HTMLElement | null>;
  readonly canAnswer: boolean;
  readonly onAnswer: (alert: AlertRowShape) => void;
  readonly onAnswerSelection: () => void;
}

interface RowKeys {
  readonly currentId: string | undefined;
  readonly onFocus: (event: FocusEvent) => void;
}

/** The current row is the one that has, or had last, the focus; the keys move the focus itself. */
export function useRowKeys(options: RowKeysOptions): RowKeys {
  const { rows, search, selection, list, canAnswer, onAnswer, onAnswerSelection } = options;
  const { alerts } = useMessages();
  const navigate = useNavigate();
  const [currentId, setCurrentId] = useState<string>();
  const at = rows.findIndex(({ id }) => id === currentId);
  const current = rows[at];
  const move = (step: 1 | -1): void => {
    const next = rows[at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))];
    if (!next) return;
    setCurrentId(next.id);
    list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"] [data-row-link]`)?.focus();
  };
  const hasSelection = (): boolean => selection.isAll() || selection.ids().size > 0;
  useShortcut('j', alerts.keys.next, () => move(1));
  useShortcut('k', alerts.keys.previous, () => move(-1));
  useShortcut('x', alerts.keys.select, () => {
    if (current) selection.set([current.id], !selection.ids().has(current.id));
  });
  useShortcut('Enter', alerts.keys.open, () => {
    if (current) void navigate({ to: '/alerts/$id', params: { id: current.id }, search });
  });
  const answer = (): void => {
    if (hasSelection()) onAnswerSelection();
    else if (current?.held === null) onAnswer(current);
  };
  useShortcut('s', alerts.keys.status, answer, { enabled: canAnswer });
  useShortcut('Escape', alerts.keys.clear, selection.clear);
  return {
    currentId,
    onFocus: ({ target }) => {
      const row = target.closest<HTMLElement>('[data-row]');
      if (row) setCurrentId(row.dataset['row']);
    },
  };
}
