import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { TotpSetupShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordDialog } from './password-dialog.tsx';
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
  const begin = useMutation({
    mutationFn: (password: string) => post<TotpSetupShape>('/account/totp/begin', { password }),
    onSuccess: onBegun,
  });
  return (
    <PasswordDialog
      title={texts.title}
      text={texts.passwordFirst}
      submitLabel={texts.next}
      busy={begin.isPending}
      error={begin.error}
      onClose={onClose}
      onSubmit={begin.mutate}
    />
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
    <FormDialog
      title={texts.title}
      submitLabel={texts.confirm}
      busy={confirm.isPending}
      error={confirm.error}
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
    </FormDialog>
  );
}
