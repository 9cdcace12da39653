import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { TeamShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { SignInPolicy } from './sign-in-policy.tsx';

export function TeamPage(): ReactNode {
  const { team } = useMessages();
  const query = useGet<TeamShape>('/team');
  const [isInviting, setIsInviting] = useState(false);
  const disabledReason = useDisabledReason('manage_users');
  return (
    <>
      <PageHeader
        title={team.title}
        description={team.description}
        actions={
          <Button
            variant="primary"
            icon="plus"
            disabledReason={disabledReason}
            onClick={() => setIsInviting(true)}
          >
            {team.invite}
          </Button>
        }
      />
      <Loaded query={query}>{(shown) => <Team team={shown} />}</Loaded>
      {isInviting && (
        <InviteDialog path="/team/invitations" refreshed="/team" onClose={() => setIsInviting(false)} />
      )}
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
