import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode | undefined;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode | undefined;
  readonly width?: 'sm' | 'md' | 'lg' | undefined;
  /** While something runs that must not be left. */
  readonly locked?: boolean | undefined;
  readonly children?: ReactNode | undefined;
}

const FIELDS = 'input:not([hidden], :disabled), select:enabled, textarea:enabled';
const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' } as const;

/** The browser's own dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ open, ...props }: DialogProps): ReactNode {
  return open && <OpenDialog {...props} />;
}

function OpenDialog(props: Omit<DialogProps, 'open'>): ReactNode {
  const { onClose, title, description, footer, width = 'sm', locked = false, children } = props;
  const id = useId();
  const dialog = useModal();
  const close = (): void => {
    if (!locked) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      tabIndex={-1}
      className={cx(
        'm-auto outline-none max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-raised text-ink shadow-high',
        WIDTHS[width],
      )}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <DialogHead id={id} title={title} description={description} onClose={close} />
      {children !== undefined && <div className="px-5 pb-5">{children}</div>}
      {footer !== undefined && (
        <footer className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3">
          {footer}
        </footer>
      )}
    </dialog>
  );
}

interface DialogHeadProps {
  readonly id: string;
  readonly title: string;
  readonly description?: ReactNode | undefined;
  readonly onClose: () => void;
}

export function DialogHead({ id, title, description, onClose }: DialogHeadProps): ReactNode {
  const { common } = useMessages();
  return (
    <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {description !== undefined && <div className="mt-1 text-sm text-muted">{description}</div>}
      </div>
      <IconButton icon="x" label={common.close} size="sm" onClick={onClose} className="-mr-1.5" />
    </div>
  );
}

/** Opens as modal when it appears, with the focus on the first field; whoever had it before gets it back. */
export function useModal(): React.RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    // Otherwise the browser takes the button that closes it.
    (element?.querySelector<HTMLElement>(FIELDS) ?? element)?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}
