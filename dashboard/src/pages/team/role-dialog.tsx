import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { patch } from '../../api/client.ts';
import type { TeamMemberShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { RoleChoice } from './role-choice.tsx';

interface RoleDialogProps {
  readonly member: TeamMemberShape;
  readonly onClose: () => void;
}

export function RoleDialog({ member, onClose }: RoleDialogProps): ReactNode {
  const {
    team: { roleDialog: texts },
  } = useMessages();
  const refresh = useRefresh();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: () => patch(`/team/members/${member.id}`, { role }),
    onSuccess: () => {
      onClose();
      showToast({ text: texts.changed, tone: 'success' });
      void refresh('/team');
    },
  });
  return (
    <FormDialog
      title={texts.title(member.email)}
      submitLabel={texts.submit}
      disabled={role === member.role}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
