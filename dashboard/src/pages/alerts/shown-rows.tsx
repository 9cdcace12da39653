import { type ReactNode, useMemo, useRef } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { AlertCards } from './alert-cards.tsx';
import { AlertTable } from './alert-table.tsx';
import { type AlertsSearch, isByTimeLeft } from './alerts-search.ts';
import type { Selection } from './selection.ts';
import { goneFrom, type SteadyRows } from './steady-rows.ts';
import type { Answering } from './use-answering.ts';
import { useRowKeys } from './use-row-keys.ts';

const NO_IDS: ReadonlySet<string> = new Set();

interface ShownRowsProps {
  readonly search: AlertsSearch;
  readonly steady: SteadyRows;
  readonly isStale: boolean;
  readonly selection: Selection;
  readonly answering: Answering;
}

/** The rows with their keys: a table, or cards on a phone. */
export function ShownRows(props: ShownRowsProps): ReactNode {
  const { search, steady, isStale, selection, answering } = props;
  const { answerOne, answerSelection, takeBack } = answering;
  const { rows } = steady;
  const list = useRef<HTMLDivElement>(null);
  const forbidden = useDisabledReason('answer_alerts');
  const { currentId, onFocus } = useRowKeys({
    rows,
    search,
    selection,
    list,
    canAnswer: forbidden === undefined,
    onAnswer: answerOne,
    onAnswerSelection: answerSelection,
  });
  const isByTime = isByTimeLeft(search);
  const goneIds = useMemo(() => (isByTime ? goneFrom(steady) : NO_IDS), [steady, isByTime]);
  const Rows = useNarrow() ? AlertCards : AlertTable;
  return (
    <div ref={list} onFocus={onFocus}>
      <Rows
        rows={rows}
        goneIds={goneIds}
        isStale={isStale}
        currentId={currentId}
        search={search}
        selection={selection}
        forbidden={forbidden}
        onAnswer={answerOne}
        onTakeBack={takeBack}
      />
    </div>
  );
}
