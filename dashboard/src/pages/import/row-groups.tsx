import { type ReactNode, useState } from 'react';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { TONE_CLASSES } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { DamagedHelp } from './damaged-help.tsx';
import { GroupRows } from './group-rows.tsx';
import { groupsOf, type RowGroup } from './groups-of.ts';

export function RowGroups({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const { imports } = useMessages();
  const groups = groupsOf(run, imports);
  const [open, setOpen] = useState<string>();
  if (groups.length === 0) return undefined;
  const isCheck = run.state === 'ready' || run.state === 'discarded' || run.state === 'checking';
  return (
    <Card flush title={isCheck ? imports.run.verdictsTitle : imports.run.outcome}>
      <ul className="border-t border-line">
        {groups.map((group) => (
          <li key={group.key} className="border-b border-line last:border-b-0">
            <GroupHead
              group={group}
              isOpen={open === group.key}
              onToggle={() => setOpen(open === group.key ? undefined : group.key)}
            />
            {open === group.key && (
              <div
                id={`rows-${group.key}`}
                className="grid gap-3 border-t border-line bg-sunken px-4 py-4 sm:px-5"
              >
                {group.key === 'damaged' && <DamagedHelp />}
                <GroupRows runId={run.id} group={group} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface GroupHeadProps {
  readonly group: RowGroup;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function GroupHead({ group, isOpen, onToggle }: GroupHeadProps): ReactNode {
  const { imports } = useMessages();
  const format = useFormat();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `rows-${group.key}` : undefined}
      className="flex w-full items-start gap-3 px-4 py-3 text-left hover:bg-hover sm:px-5"
      onClick={onToggle}
    >
      <span
        className={cx('mt-0.5 grid size-7 shrink-0 place-items-center rounded-md', TONE_CLASSES[group.tone])}
      >
        <Icon name={group.icon} />
      </span>
      <span className="min-w-0 grow">
        <span className="font-medium">{group.name}</span>
        <span className="block text-sm text-muted">{group.text}</span>
        {group.message !== null && (
          <span className="mt-0.5 block text-xs text-muted">
            {imports.group.saysApi}: <code className="font-mono text-ink">{group.message}</code>
          </span>
        )}
      </span>
      <span className="pt-0.5 text-lg font-semibold tabular-nums">{format.number(group.rows)}</span>
      <Icon
        name="chevronDown"
        className={cx('mt-1.5 text-subtle transition-transform duration-150', isOpen && 'rotate-180')}
      />
    </button>
  );
}
