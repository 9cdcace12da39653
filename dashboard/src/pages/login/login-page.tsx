import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { post } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import type { SessionShape } from '../../api/shapes.ts';
import { Entrance } from '../../app/entrance.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { safeReturn } from './safe-return.ts';

interface Login {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Email and password, then the code where one is set up. */
export function LoginPage(): ReactNode {
  const { session: texts } = useMessages();
  const [login, setLogin] = useState<Login>({ email: '', password: '' });
  const { return: wanted, ended } = useSearch({ from: '/login' });
  const enter = useEnter(wanted);
  const needsCode = login.password !== '' && isApiError(enter.error, 'TOTP_REQUIRED', 'TOTP_WRONG');
  const [isAskedForCode, setIsAskedForCode] = useState(false);
  if (needsCode && !isAskedForCode) setIsAskedForCode(true);
  if (isAskedForCode) {
    return (
      <Entrance title={texts.codeTitle} text={login.email}>
        <CodeForm
          busy={enter.isPending}
          error={isApiError(enter.error, 'TOTP_REQUIRED') ? null : enter.error}
          onSubmit={(code) => enter.mutate({ ...login, code })}
          onBack={() => {
            setIsAskedForCode(false);
            setLogin({ ...login, password: '' });
            enter.reset();
          }}
        />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.signIn} text={ended === undefined ? undefined : texts.ended}>
      <PasswordForm
        email={login.email}
        busy={enter.isPending}
        error={enter.error}
        onSubmit={(next) => {
          setLogin(next);
          enter.mutate(next);
        }}
      />
    </Entrance>
  );
}

function useEnter(wanted: string | undefined) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (login: Login) => post<SessionShape>('/login', login),
    onSuccess: (session) => {
      // Nothing that somebody else read here before may be shown.
      client.clear();
      client.setQueryData(sessionQuery.queryKey, session);
      router.history.replace(safeReturn(wanted));
    },
  });
}
