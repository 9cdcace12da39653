import type { ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { Notice } from '../ui/notice.tsx';
import { closeOverlay } from './overlays.ts';
import { type Shortcut, useActiveShortcuts, useShortcutSwitch } from './shortcuts.ts';

export function ShortcutHelp(): ReactNode {
  const { common } = useMessages();
  const [isOn] = useShortcutSwitch();
  const shortcuts = useActiveShortcuts();
  const own = shortcuts.filter(({ isGlobal }) => !isGlobal);
  const everywhere = shortcuts.filter(({ isGlobal }) => isGlobal).toSorted(wayToPagesLast);
  return (
    <Dialog open onClose={closeOverlay} title={common.shortcuts.title} width="md">
      <div className="grid gap-5">
        {!isOn && <Notice tone="warning">{common.shortcuts.off}</Notice>}
        {own.length > 0 && <Group title={common.shortcuts.onThisPage} shortcuts={own} />}
        <Group title={common.shortcuts.everywhere} shortcuts={everywhere} />
      </div>
    </Dialog>
  );
}

/** "g a" and its like are many and alike; the others are what people look for. */
function wayToPagesLast(one: Shortcut, other: Shortcut): number {
  return Number(one.keys.includes(' ')) - Number(other.keys.includes(' '));
}

function Group({
  title,
  shortcuts,
}: {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}): ReactNode {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {shortcuts.map(({ keys, label }) => (
          <div
            key={`${keys} ${label}`}
            className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm"
          >
            <dt>{label}</dt>
            <dd>
              <KeyHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
