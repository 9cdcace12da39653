import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width' | 'onClose'> {
  /** A verb: "Invite", never "OK". */
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly busy?: boolean | undefined;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly error?: Error | null | undefined;
  readonly children: ReactNode;
}

/** Rendered only while it is open, so that each opening begins with empty fields. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { submitLabel, onSubmit, busy = false, danger = false, disabled, error, children, ...dialog } = props;
  const { common } = useMessages();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The dialog itself would begin at its close button.
    form.current?.querySelector<HTMLElement>('input:not(:disabled), select, textarea')?.focus();
  }, []);
  return (
    <Dialog
      open
      {...dialog}
      locked={busy}
      footer={
        <>
          <Button onClick={dialog.onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {children}
        {error && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}
