import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { del, post } from '../../api/client.ts';
import type { TeamMemberShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface MemberDialogProps {
  readonly member: TeamMemberShape;
  readonly onClose: () => void;
}

export function RemoveDialog({ member, onClose }: MemberDialogProps): ReactNode {
  const {
    team: { removeDialog: texts },
  } = useMessages();
  const remove = useTeamChange(() => del(`/team/members/${member.id}`), texts.removed, onClose);
  return (
    <ConfirmDialog
      open
      danger
      title={texts.title}
      confirmLabel={texts.submit}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{texts.text(member.email)}</p>
    </ConfirmDialog>
  );
}

export function ResetTotpDialog({ member, onClose }: MemberDialogProps): ReactNode {
  const {
    team: { resetDialog: texts },
  } = useMessages();
  const reset = useTeamChange(() => post(`/team/members/${member.id}/reset-totp`), texts.done, onClose);
  return (
    <ConfirmDialog
      open
      danger
      title={texts.title}
      confirmLabel={texts.submit}
      busy={reset.isPending}
      error={reset.error}
      onClose={onClose}
      onConfirm={() => reset.mutate()}
    >
      <p>{texts.text(member.email)}</p>
    </ConfirmDialog>
  );
}

function useTeamChange(change: () => Promise<void>, doneText: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone();
      showToast({ text: doneText, tone: 'success' });
      void refresh('/team');
    },
  });
}
