import type { AlertRowShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { showToast } from '../../ui/toast-store.ts';
import { SELECTED_MAX, type Selection, useSelected } from './selection.ts';

interface PageSelection {
  readonly isWhole: boolean;
  readonly isPart: boolean;
  readonly set: (isSelected: boolean) => void;
}

export function usePageSelection(rows: readonly AlertRowShape[], selection: Selection): PageSelection {
  const { alerts } = useMessages();
  const format = useFormat();
  const { ids, isAll } = useSelected(selection);
  const selected = isAll ? rows.length : rows.filter(({ id }) => ids.has(id)).length;
  return {
    isWhole: rows.length > 0 && selected === rows.length,
    isPart: selected > 0 && selected < rows.length,
    set: (isSelected) => {
      const all = rows.map(({ id }) => id);
      if (selection.set(all, isSelected)) return;
      showToast({ tone: 'warning', text: alerts.selectionFull(format.number(SELECTED_MAX)) });
    },
  };
}
