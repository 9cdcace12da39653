import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';

interface CodeFormProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

export function CodeForm({ busy, error, onSubmit, onBack }: CodeFormProps): ReactNode {
  const { session } = useMessages();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The form takes the place of the one that had the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code);
      }}
    >
      <Field label={session.code} hint={session.codeHint}>
        {(control) => <CodeInput {...control} ref={field} required value={code} onChange={setCode} />}
      </Field>
      {error && <FormError>{errorText(error, session.errors)}</FormError>}
      <Button type="submit" variant="primary" busy={busy} disabled={code.length !== 6} className="h-9!">
        {session.submitCode}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {session.otherAccount}
      </Button>
    </form>
  );
}
