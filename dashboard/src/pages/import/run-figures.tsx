import type { ReactNode } from 'react';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import type { Messages } from '../../messages/load-messages.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

interface Figure {
  readonly label: string;
  readonly value: number;
}

export function RunFigures({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-low sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none">
      {figuresOf(run, texts).map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse bg-surface px-4 py-3 max-sm:last:odd:col-span-2 sm:px-5"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(run: BulkUpdateShape, texts: Messages['imports']['run']): readonly Figure[] {
  const leftOut = run.rows_total - run.rows_to_apply;
  if (run.state === 'checking' || run.state === 'ready' || run.state === 'discarded') {
    return [
      { label: texts.total, value: run.rows_total },
      { label: texts.toApply, value: run.rows_to_apply },
      { label: texts.notToApply, value: leftOut },
    ];
  }
  return [
    { label: texts.applied, value: run.rows_applied },
    { label: texts.refused, value: run.rows_refused },
    {
      label: run.state === 'running' ? texts.toRun : texts.left,
      value: run.rows_to_apply - run.rows_applied - run.rows_refused,
    },
    { label: texts.notChosen, value: leftOut },
  ];
}
