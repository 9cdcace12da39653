import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { post } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import type { InvitationShape, SessionShape } from '../../api/shapes.ts';
import { Entrance } from '../../app/entrance.tsx';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChoosePasswordForm } from './choose-password-form.tsx';

const INVITATION = 'invitation';

/** An invited person chooses a password and is in. */
export function InvitationPage(): ReactNode {
  const { hash: token } = useLocation();
  const { common, session } = useMessages();
  const format = useFormat();
  const {
    data: invitation,
    error,
    refetch,
  } = useQuery<InvitationShape, ApiError>({
    queryKey: [INVITATION, token],
    queryFn: () => post<InvitationShape>('/invitations/look', { token }),
    enabled: token !== '',
  });
  const accept = useAccept(token);
  if (token === '' || isGone(error) || isGone(accept.error)) return <Gone />;
  if (error) {
    return (
      <Entrance title={session.invitation.failed}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Entrance>
    );
  }
  if (!invitation) return <Entrance title={common.loading} text={<Skeleton className="h-24" />} />;
  return (
    <Entrance
      title={session.invitation.title(invitation.company_name)}
      text={session.invitation.text(common.roles[invitation.role])}
    >
      <ChoosePasswordForm
        email={invitation.email}
        busy={accept.isPending}
        error={accept.error}
        onSubmit={(password) => accept.mutate(password)}
      />
      <p className="mt-4 text-sm text-muted">
        {session.invitation.expires(format.dateTime(invitation.expires_at))}
      </p>
    </Entrance>
  );
}

function useAccept(token: string) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (password: string) => post<SessionShape>('/invitations/accept', { token, password }),
    onSuccess: (session) => {
      // All but this page's own, which would be asked for again and is gone by now.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== INVITATION });
      client.setQueryData(sessionQuery.queryKey, session);
      router.history.replace('/dashboard/');
    },
  });
}

function isGone(error: Error | null): boolean {
  return isApiError(error) && [404, 410].includes(error.status);
}

function Gone(): ReactNode {
  const { invitation } = useMessages().session;
  return (
    <Entrance title={invitation.gone} text={invitation.goneText}>
      <Link to="/login" className={buttonClass()}>
        {invitation.toLogin}
      </Link>
    </Entrance>
  );
}
