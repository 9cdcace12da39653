import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showToast } from '../../ui/toast-store.ts';

export function PasswordCard(): ReactNode {
  const { password: texts } = useMessages().account;
  const { user } = useSession();
  const refresh = useRefresh();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => post('/account/password', { current_password: current, new_password: next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      showToast({ tone: 'success', text: texts.changed });
      void refresh('/account/devices');
    },
  });
  return (
    <Card title={texts.title} description={texts.description}>
      <form
        className="grid max-w-sm gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={texts.current}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <PasswordField
          label={texts.next}
          hint={texts.hint}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
        />
        {change.error && <ErrorNotice error={change.error} />}
        <div>
          <Button type="submit" busy={change.isPending} disabled={current === '' || next === ''}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function PasswordField({ label, hint, autoComplete, value, onChange }: PasswordFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete={autoComplete}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
