import { useNavigate } from '@tanstack/react-router';
import { useDisabledReason } from '../../api/session.ts';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useShortcut } from '../../keyboard/shortcuts.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { AlertsSearch } from '../alerts/alerts-search.ts';

interface AlertKeysOptions {
  readonly detail: AlertDetailShape;
  readonly search: AlertsSearch;
  readonly onAnswer: () => void;
}

export function useAlertKeys({ detail, search, onAnswer }: AlertKeysOptions): void {
  const { alert } = useMessages();
  const navigate = useNavigate();
  const forbidden = useDisabledReason('answer_alerts');
  const { previous_id: previous, next_id: next } = detail;
  const open = (id: string | null): void => {
    if (id !== null) void navigate({ to: '/alerts/$id', params: { id }, search });
  };
  useShortcut('j', alert.keys.next, () => open(next), { enabled: next !== null });
  useShortcut('k', alert.keys.previous, () => open(previous), { enabled: previous !== null });
  useShortcut('s', alert.keys.status, onAnswer, {
    enabled: forbidden === undefined && detail.alert.held === null,
  });
  useShortcut('u', alert.keys.back, () => void navigate({ to: '/alerts', search }));
}
