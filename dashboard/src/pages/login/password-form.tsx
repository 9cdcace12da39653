import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { FormError } from '../../ui/form-error.tsx';

interface PasswordFormProps {
  readonly email: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (login: { readonly email: string; readonly password: string }) => void;
}

export function PasswordForm({ email: initialEmail, busy, error, onSubmit }: PasswordFormProps): ReactNode {
  const { session } = useMessages();
  const errorText = useErrorText();
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ email: email.trim(), password });
      }}
    >
      <Field label={session.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Field label={session.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      {error && <FormError>{errorText(error, session.errors)}</FormError>}
      <Button type="submit" variant="primary" busy={busy} className="h-9!">
        {session.submit}
      </Button>
      <p className="text-sm text-muted">{session.forgotten}</p>
    </form>
  );
}
