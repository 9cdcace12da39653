import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { FormError } from '../../ui/form-error.tsx';

interface ChoosePasswordFormProps {
  readonly email: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (password: string) => void;
}

export function ChoosePasswordForm({ email, busy, error, onSubmit }: ChoosePasswordFormProps): ReactNode {
  const { session } = useMessages();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(password);
      }}
    >
      <Field label={session.email}>
        {/* For the browser's store of passwords, which keeps the two together. */}
        {(control) => <TextInput {...control} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <Field label={session.invitation.password} hint={session.invitation.passwordHint}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      {error && <FormError>{errorText(error)}</FormError>}
      <Button type="submit" variant="primary" busy={busy} className="h-9!">
        {session.invitation.submit}
      </Button>
    </form>
  );
}
