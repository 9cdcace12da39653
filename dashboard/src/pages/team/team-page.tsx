import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { TeamShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { SignInPolicy } from './sign-in-policy.tsx';

export function TeamPage(): ReactNode {
  const { team } = useMessages();
  const query = useGet<TeamShape>('/team');
  const disabledReason = useDisabledReason('manage_users');
  return (
    <>
      <PageHeader
        title={team.title}
        description={team.description}
        actions={
          <CreateButton label={team.invite} disabledReason={disabledReason}>
            {(close) => <InviteDialog path="/team/invitations" refreshed="/team" onClose={close} />}
          </CreateButton>
        }
      />
      <Loaded query={query}>{(shown) => <Team team={shown} />}</Loaded>
    </>
  );
}

function Team({ team: shown }: { readonly team: TeamShape }): ReactNode {
  const { team } = useMessages();
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card flush title={team.members}>
        <MemberTable members={shown.members} />
      </Card>
      <Card flush title={team.invitations.title}>
        <InvitationTable invitations={shown.invitations} />
      </Card>
      <Card title={team.policy.title}>
        <SignInPolicy team={shown} />
      </Card>
    </div>
  );
}
