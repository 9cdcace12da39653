import type { ReactNode } from 'react';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { AlertRowProps } from './alert-rows.ts';
import { SELECTED_MAX } from './selection.ts';

interface RowCheckboxProps extends Pick<AlertRowProps, 'alert' | 'selection'> {
  readonly isSelected: boolean;
}

export function RowCheckbox({ alert, selection, isSelected }: RowCheckboxProps): ReactNode {
  const { alerts } = useMessages();
  const format = useFormat();
  return (
    <Checkbox
      label={alerts.select(alerts.rowName(format.money(alert.amount, alert.currency), alert.card_last4))}
      hideLabel
      className="relative z-1 -m-2 p-2 align-middle"
      checked={isSelected}
      onChange={(checked) => {
        if (selection.set([alert.id], checked)) return;
        showToast({ tone: 'warning', text: alerts.selectionFull(format.number(SELECTED_MAX)) });
      }}
    />
  );
}
