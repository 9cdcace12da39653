import type { AlertRowShape } from '../../api/shapes.ts';
import type { AlertsSearch } from './alerts-search.ts';
import type { Selection } from './selection.ts';

/** What every row is given; all of it keeps its identity, so that a row is drawn again only for its own sake. */
interface SharedRowProps {
  readonly search: AlertsSearch;
  readonly selection: Selection;
  /** Why this person may not answer; undefined when they may. Asked once for all rows. */
  readonly forbidden: string | undefined;
  readonly onAnswer: (alert: AlertRowShape) => void;
  readonly onTakeBack: (alertId: string) => void;
}

export interface AlertRowProps extends SharedRowProps {
  readonly alert: AlertRowShape;
  readonly isGone: boolean;
  readonly isCurrent: boolean;
}

/** What a row shows, whether it is selected or not. */
export type RowContentProps = Omit<AlertRowProps, 'selection' | 'isCurrent'>;

/** The list, as a table or as cards. */
export interface AlertRowsProps extends SharedRowProps {
  readonly rows: readonly AlertRowShape[];
  readonly goneIds: ReadonlySet<string>;
  readonly isStale: boolean;
  readonly currentId: string | undefined;
}
