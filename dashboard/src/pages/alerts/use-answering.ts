import { useCallback, useState } from 'react';
import { useTakeBack } from '../../answering/use-answer.ts';
import { useCan } from '../../api/session.ts';
import type { AlertRowShape, BulkSourceShape } from '../../api/shapes.ts';
import { type AlertsSearch, filterShapeOf } from './alerts-search.ts';
import type { Selection } from './selection.ts';

/** What a dialog is open for. */
type InHand =
  | { readonly kind: 'one'; readonly alert: AlertRowShape }
  | { readonly kind: 'many'; readonly source: BulkSourceShape; readonly count: number };

export interface Answering {
  readonly inHand: InHand | undefined;
  readonly answerOne: (alert: AlertRowShape) => void;
  readonly answerSelection: () => void;
  readonly takeBack: (alertId: string) => void;
  readonly close: () => void;
}

export function useAnswering(search: AlertsSearch, selection: Selection, total: number): Answering {
  const can = useCan();
  const { mutate } = useTakeBack();
  const [inHand, setInHand] = useState<InHand>();
  const answerSelection = (): void => {
    if (!can('run_bulk_updates')) return;
    if (selection.isAll()) {
      setInHand({ kind: 'many', source: { kind: 'filter', filter: filterShapeOf(search) }, count: total });
      return;
    }
    const ids = [...selection.ids()];
    if (ids.length === 0) return;
    setInHand({ kind: 'many', source: { kind: 'selection', alert_ids: ids }, count: ids.length });
  };
  return {
    inHand,
    answerOne: useCallback((alert) => setInHand({ kind: 'one', alert }), []),
    answerSelection,
    takeBack: useCallback((alertId) => mutate(alertId), [mutate]),
    close: () => setInHand(undefined),
  };
}
