import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { del } from '../../api/client.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { OpenInvitationShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface InvitationTableProps {
  readonly invitations: readonly OpenInvitationShape[];
}

export function InvitationTable({ invitations }: InvitationTableProps): ReactNode {
  const { team } = useMessages();
  const texts = team.invitations;
  if (invitations.length === 0) {
    return <p className="px-4 pb-4 text-sm text-muted sm:px-5">{texts.none}</p>;
  }
  return (
    <Table label={texts.label}>
      <THead>
        <tr>
          <Th>{team.email}</Th>
          <Th>{team.role}</Th>
          <Th>{texts.by}</Th>
          <Th>{texts.expires}</Th>
          <ThActions label={texts.revoke} />
        </tr>
      </THead>
      <tbody>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </tbody>
    </Table>
  );
}

function InvitationRow({ invitation }: { readonly invitation: OpenInvitationShape }): ReactNode {
  const { team, common } = useMessages();
  const errorText = useErrorText();
  const refresh = useRefresh();
  const disabledReason = useDisabledReason('manage_users');
  const revoke = useMutation({
    mutationFn: () => del(`/team/invitations/${invitation.id}`),
    onSuccess: () => void showToast({ text: team.invitations.revoked, tone: 'success' }),
    onError: (error) => void showToast({ text: errorText(error), tone: 'danger' }),
    onSettled: () => void refresh('/team'),
  });
  return (
    <Tr>
      <Td className="font-medium whitespace-nowrap">{invitation.email}</Td>
      <Td>{common.roles[invitation.role]}</Td>
      <Td className="text-muted">{invitation.invited_by}</Td>
      <Td className="text-muted">
        <Time value={invitation.expires_at} />
      </Td>
      <Td narrow>
        <Button
          size="sm"
          busy={revoke.isPending}
          disabledReason={disabledReason}
          aria-label={team.invitations.revokeOf(invitation.email)}
          onClick={() => revoke.mutate()}
        >
          {team.invitations.revoke}
        </Button>
      </Td>
    </Tr>
  );
}
