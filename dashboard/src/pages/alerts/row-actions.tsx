import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLockedText } from '../../answering/use-locked-text.ts';
import { useServerValue } from '../../api/server-clock.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import type { RowContentProps } from './alert-rows.ts';

/** The answer is one press away; while it is held, its undo stands in the same place. */
export function RowActions(props: RowContentProps): ReactNode {
  const { alert, forbidden, onAnswer, onTakeBack } = props;
  const { alerts, common } = useMessages();
  const format = useFormat();
  const entries = useEntries(props);
  const { held } = alert;
  const canUndo = useServerValue((now) => held !== null && now < Date.parse(held.until));
  const canAnswer = held === null && alert.allowed_next.length > 0 && forbidden === undefined;
  const name = alerts.rowName(format.money(alert.amount, alert.currency), alert.card_last4);
  return (
    <div className="relative z-1 flex items-center justify-end gap-1 whitespace-normal">
      {canUndo && (
        <Button
          size="sm"
          icon="undo"
          className="right-full mr-1 md:absolute"
          onClick={() => onTakeBack(alert.id)}
        >
          {common.undo}
        </Button>
      )}
      {canAnswer && (
        <Button
          size="sm"
          aria-label={`${alerts.answer}: ${name}`}
          className="right-full mr-1 md:absolute md:pointer-fine:opacity-0 md:pointer-fine:group-focus-within:opacity-100 md:pointer-fine:group-hover:opacity-100"
          onClick={() => onAnswer(alert)}
        >
          {alerts.answer}
        </Button>
      )}
      <Menu
        entries={entries}
        trigger={(trigger) => (
          <IconButton {...trigger} icon="more" size="sm" label={alerts.rowActions(name)} />
        )}
      />
    </div>
  );
}

function copy(text: string): void {
  void navigator.clipboard.writeText(text);
}

function useEntries({ alert, search, forbidden, onAnswer }: RowContentProps): readonly MenuEntry[] {
  const { alerts, answering } = useMessages();
  const lockedText = useLockedText();
  const navigate = useNavigate();
  return [
    {
      key: 'status',
      label: answering.setStatus,
      icon: 'pencil',
      disabledReason:
        forbidden ?? (alert.locked_reason === null ? undefined : lockedText(alert.locked_reason)),
      onSelect: () => onAnswer(alert),
    },
    {
      key: 'open',
      label: alerts.open,
      icon: 'arrowRight',
      onSelect: () => void navigate({ to: '/alerts/$id', params: { id: alert.id }, search }),
    },
    { key: 'line', kind: 'separator' },
    { key: 'id', label: alerts.copyId, icon: 'copy', onSelect: () => copy(alert.id) },
    {
      key: 'provider',
      label: alerts.copyProviderId,
      icon: 'copy',
      onSelect: () => copy(alert.provider_alert_id),
    },
  ];
}
