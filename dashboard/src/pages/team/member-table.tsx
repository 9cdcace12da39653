import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { TeamMemberShape } from '../../api/shapes.ts';
import type { Messages } from '../../messages/load-messages.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { RelativeTime, Time } from '../../ui/time.tsx';
import { RemoveDialog, ResetTotpDialog } from './member-dialogs.tsx';
import { RoleDialog } from './role-dialog.tsx';

type Task = 'role' | 'reset' | 'remove';

interface MemberTask {
  readonly member: TeamMemberShape;
  readonly task: Task;
}

export function MemberTable({ members }: { readonly members: readonly TeamMemberShape[] }): ReactNode {
  const { team, common } = useMessages();
  const [open, setOpen] = useState<MemberTask>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Table wide label={team.membersLabel}>
        <THead>
          <tr>
            <Th>{team.email}</Th>
            <Th>{team.role}</Th>
            <Th>{team.totp}</Th>
            <Th>{team.lastSeen}</Th>
            <Th>{team.joined}</Th>
            <ThActions label={common.more} />
          </tr>
        </THead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} onTask={(task) => setOpen({ member, task })} />
          ))}
        </tbody>
      </Table>
      {open?.task === 'role' && <RoleDialog member={open.member} onClose={close} />}
      {open?.task === 'reset' && <ResetTotpDialog member={open.member} onClose={close} />}
      {open?.task === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
    </>
  );
}

interface MemberRowProps {
  readonly member: TeamMemberShape;
  readonly onTask: (task: Task) => void;
}

function MemberRow({ member, onTask }: MemberRowProps): ReactNode {
  const { team, common } = useMessages();
  const forbidden = useDisabledReason('manage_users');
  return (
    <Tr>
      <Td className="whitespace-nowrap">
        <span className="font-medium">{member.email}</span>
        {member.is_you && (
          <Badge icon="user" className="ml-2">
            {team.you}
          </Badge>
        )}
      </Td>
      <Td>{common.roles[member.role]}</Td>
      <Td>
        {member.has_totp ? (
          <Badge tone="success" icon="shield">
            {team.totpOn}
          </Badge>
        ) : (
          <Badge>{team.totpOff}</Badge>
        )}
      </Td>
      <Td className="text-muted">
        {member.last_seen_at === null ? common.never : <RelativeTime value={member.last_seen_at} />}
      </Td>
      <Td className="text-muted">
        <Time value={member.created_at} />
      </Td>
      <Td narrow>
        <Menu
          entries={entriesOf(member, team, forbidden, onTask)}
          trigger={(props) => (
            <IconButton {...props} icon="more" size="sm" label={team.actionsOf(member.email)} />
          )}
        />
      </Td>
    </Tr>
  );
}

/** What cannot be done with oneself is said here, in the service's sense, before it says so. */
function entriesOf(
  { is_you: isYou, has_totp: hasTotp }: TeamMemberShape,
  team: Messages['team'],
  forbidden: string | undefined,
  onTask: (task: Task) => void,
): readonly MenuEntry[] {
  const noReset = isYou ? team.ownTotp : hasTotp ? undefined : team.noTotp;
  return [
    {
      key: 'role',
      label: team.changeRole,
      icon: 'pencil',
      disabledReason: forbidden ?? (isYou ? team.ownRole : undefined),
      onSelect: () => onTask('role'),
    },
    {
      key: 'reset',
      label: team.resetTotp,
      icon: 'shield',
      disabledReason: forbidden ?? noReset,
      onSelect: () => onTask('reset'),
    },
    { kind: 'separator', key: 'line' },
    {
      key: 'remove',
      label: team.remove,
      icon: 'trash',
      tone: 'danger',
      disabledReason: forbidden ?? (isYou ? team.ownRemoval : undefined),
      onSelect: () => onTask('remove'),
    },
  ];
}
