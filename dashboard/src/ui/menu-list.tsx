import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { MenuEntry } from './menu.tsx';
import { moveInMenu } from './move-in-menu.ts';
import { placeBeside } from './place-beside.ts';

interface MenuListProps {
  readonly triggerId: string;
  readonly entries: readonly MenuEntry[];
  readonly align: 'start' | 'end';
  readonly onClose: () => void;
}

export function MenuList({ triggerId, entries, align, onClose }: MenuListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const anchor = document.getElementById(triggerId);
    if (!list.current || !anchor) return;
    list.current.showPopover();
    placeBeside(list.current, anchor, align);
    list.current.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    return () => anchor.focus();
  }, [triggerId, align]);
  return (
    <div
      ref={list}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-labelledby={triggerId}
      className="fixed max-h-[min(28rem,90dvh)] min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-high"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => moveInMenu(event, onClose)}
    >
      {entries.map((entry) => (
        <MenuRow key={entry.key} entry={entry} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuRow({ entry, onClose }: { readonly entry: MenuEntry; readonly onClose: () => void }): ReactNode {
  if (entry.kind === 'separator') return <div role="separator" className="my-1 h-px bg-line" />;
  if (entry.kind === 'heading') {
    return (
      <div role="presentation" className="px-2 pt-1.5 pb-1 text-xs font-medium text-subtle">
        {entry.label}
      </div>
    );
  }
  const { label, icon, tone, checked, disabledReason, onSelect } = entry;
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-description={disabledReason}
      tabIndex={-1}
      className={cx(
        'flex w-full max-w-80 items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-sm outline-none focus:bg-hover aria-disabled:cursor-not-allowed aria-disabled:text-subtle',
        tone === 'danger' && 'text-danger-ink',
      )}
      onPointerMove={({ currentTarget }) => currentTarget.focus()}
      onClick={() => {
        if (disabledReason !== undefined) return;
        onClose();
        onSelect();
      }}
    >
      {icon && <Icon name={icon} className="text-subtle" />}
      <span className="min-w-0 grow">
        {label}
        {disabledReason !== undefined && <span className="block text-xs">{disabledReason}</span>}
      </span>
      {checked === true && <Icon name="check" className="text-accent-ink" />}
    </button>
  );
}
