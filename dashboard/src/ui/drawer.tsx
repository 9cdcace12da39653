import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { DialogHead, useModal } from './dialog.tsx';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly side?: 'left' | 'right' | undefined;
  readonly children: ReactNode;
}

/** A dialog that stands at the edge: details beside a list, or the menu on a phone. */
export function Drawer({ open, ...props }: DrawerProps): ReactNode {
  return open && <OpenDrawer {...props} />;
}

function OpenDrawer({ onClose, title, side = 'right', children }: Omit<DrawerProps, 'open'>): ReactNode {
  const id = useId();
  const drawer = useModal();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it closes it; Escape does the same
    <dialog
      ref={drawer}
      aria-labelledby={id}
      tabIndex={-1}
      className={cx(
        'm-0 h-dvh max-h-none max-w-none outline-none overflow-y-auto border-line bg-raised text-ink shadow-high',
        side === 'right'
          ? 'ml-auto w-[min(30rem,calc(100vw-3rem))] border-l'
          : 'mr-auto w-[min(18rem,calc(100vw-3rem))] border-r',
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className="min-h-full">
        <DialogHead id={id} title={title} onClose={onClose} />
        {children}
      </div>
    </dialog>
  );
}
