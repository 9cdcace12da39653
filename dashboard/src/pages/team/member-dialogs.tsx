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

export function RemoveDialog(props: MemberDialogProps): ReactNode {
  const { team } = useMessages();
  return (
    <ConfirmChange {...props} texts={team.removeDialog} change={({ id }) => del(`/team/members/${id}`)} />
  );
}

export function ResetTotpDialog(props: MemberDialogProps): ReactNode {
  const { team } = useMessages();
  return (
    <ConfirmChange
      {...props}
      texts={team.resetDialog}
      change={({ id }) => post(`/team/members/${id}/reset-totp`)}
    />
  );
}

interface ConfirmChangeProps extends MemberDialogProps {
  readonly texts: {
    readonly title: string;
    readonly text: (email: string) => string;
    readonly submit: string;
    readonly done: string;
  };
  readonly change: (member: TeamMemberShape) => Promise<void>;
}

function ConfirmChange({ member, onClose, texts, change }: ConfirmChangeProps): ReactNode {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => change(member),
    onSuccess: () => {
      onClose();
      showToast({ text: texts.done, tone: 'success' });
      void refresh('/team');
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={texts.title}
      confirmLabel={texts.submit}
      busy={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>{texts.text(member.email)}</p>
    </ConfirmDialog>
  );
}
