import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { IconName } from './icon-paths.ts';

// No page is opened for its menus, so that none waits for them.
const MenuList = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuList }));

export type MenuEntry =
  | { readonly kind: 'separator'; readonly key: string }
  | { readonly kind: 'heading'; readonly key: string; readonly label: string }
  | MenuAction;

export interface MenuAction {
  readonly kind?: 'action' | undefined;
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly tone?: 'danger' | undefined;
  /** Makes it one of a choice. */
  readonly checked?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
}

interface MenuTriggerProps {
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  readonly entries: readonly MenuEntry[];
  /** Spread onto a button: `trigger={(props) => <Button {...props}>…</Button>}`. */
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  readonly align?: 'start' | 'end' | undefined;
}

export function Menu({ entries, trigger, align = 'end' }: MenuProps): ReactNode {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(true),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        },
      })}
      <Suspense>
        {isOpen && (
          <MenuList triggerId={id} entries={entries} align={align} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
