import { type ReactNode, useState } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog.tsx';
import { PasswordField } from './password-card.tsx';

interface PasswordDialogProps extends Omit<FormDialogProps, 'disabled' | 'children' | 'onSubmit'> {
  /** Why the password is asked for. */
  readonly text: string;
  readonly onSubmit: (password: string) => void;
}

/** Before what an unlocked screen must not be enough for. */
export function PasswordDialog({ text, onSubmit, ...dialog }: PasswordDialogProps): ReactNode {
  const { common } = useMessages();
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...dialog} disabled={password === ''} onSubmit={() => onSubmit(password)}>
      <p>{text}</p>
      <PasswordField
        label={common.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
