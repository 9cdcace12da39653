import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { post } from '../../api/client.ts';
import type { TotpSetupShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordField } from './password-card.tsx';
import { QrCode } from './qr-code.tsx';

interface StepProps {
  readonly onClose: () => void;
}

/** The password first, then what the app needs, then a code that proves the app has it. */
export function SetUpTotpDialog({ onClose }: StepProps): ReactNode {
  const [setup, setSetup] = useState<TotpSetupShape>();
  return setup ? (
    <ConfirmStep setup={setup} onClose={onClose} />
  ) : (
    <PasswordStep onClose={onClose} onBegun={setSetup} />
  );
}

function PasswordStep({
  onClose,
  onBegun,
}: StepProps & { readonly onBegun: (setup: TotpSetupShape) => void }): ReactNode {
  const { totp: texts } = useMessages().account;
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => post<TotpSetupShape>('/account/totp/begin', { password }),
    onSuccess: onBegun,
  });
  return (
    <StepDialog
      title={texts.title}
      submitLabel={texts.next}
      busy={begin.isPending}
      disabled={password === ''}
      onClose={onClose}
      onSubmit={() => begin.mutate()}
    >
      <p>{texts.passwordFirst}</p>
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {begin.error && <ErrorNotice error={begin.error} />}
    </StepDialog>
  );
}

function ConfirmStep({ setup, onClose }: StepProps & { readonly setup: TotpSetupShape }): ReactNode {
  const { totp: texts } = useMessages().account;
  const refresh = useRefresh();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => post('/account/totp/confirm', { code }),
    onSuccess: () => {
      showToast({ tone: 'success', text: texts.confirmed });
      void refresh('/session');
      onClose();
    },
  });
  return (
    <StepDialog
      title={texts.title}
      submitLabel={texts.confirm}
      busy={confirm.isPending}
      disabled={code.length !== 6}
      onClose={onClose}
      onSubmit={() => confirm.mutate()}
    >
      <p>{texts.scan}</p>
      <QrCode label={texts.qrLabel} text={setup.uri} />
      <div className="flex items-center gap-2 text-sm">
        <span className="text-muted">{texts.secret}</span>
        <code className="min-w-0 rounded-sm bg-sunken px-1.5 py-0.5 font-mono break-all">{setup.secret}</code>
        <CopyButton value={setup.secret} />
      </div>
      <Field label={texts.code} hint={texts.codeHint}>
        {(control) => <CodeInput {...control} required value={code} onChange={setCode} />}
      </Field>
      {confirm.error && <ErrorNotice error={confirm.error} />}
    </StepDialog>
  );
}

interface StepDialogProps extends StepProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function StepDialog(props: StepDialogProps): ReactNode {
  const { title, submitLabel, busy, disabled, onSubmit, onClose, children } = props;
  const { common } = useMessages();
  const id = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} className="grid gap-4" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
