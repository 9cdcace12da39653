import type { ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  /** What will happen, in full. */
  readonly children?: ReactNode | undefined;
  /** A verb: "Revoke", never "OK". */
  readonly confirmLabel: string;
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly error?: Error | null | undefined;
}

/** For what only has to be confirmed; what has fields is a `FormDialog`, where Enter submits. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, onClose, onConfirm, title, children, confirmLabel } = props;
  const { danger = false, busy = false, error } = props;
  const { common } = useMessages();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-base">
        {children}
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}
