import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { CompanyRole, NewInvitationShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  /** Where invitations are made: in the owner's team, or in a company by the operator. */
  readonly path: string;
  /** What is read again afterwards. */
  readonly refreshed: string;
  readonly title?: string | undefined;
  readonly firstRole?: CompanyRole | undefined;
  readonly onClose: () => void;
}

export function InviteDialog(props: InviteDialogProps): ReactNode {
  const { path, refreshed, title, firstRole = 'analyst', onClose } = props;
  const { team } = useMessages();
  const texts = team.inviteDialog;
  const refresh = useRefresh();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(firstRole);
  const invite = useMutation({
    mutationFn: () => post<NewInvitationShape>(path, { email: email.trim(), role }),
    onSuccess: () => void refresh(refreshed),
  });
  if (invite.data) return <InvitedDialog email={email.trim()} invitation={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title={title ?? texts.title}
      submitLabel={texts.submit}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <Field label={texts.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            required
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}

interface InvitedDialogProps {
  readonly email: string;
  readonly invitation: NewInvitationShape;
  readonly onClose: () => void;
}

function InvitedDialog({ email, invitation, onClose }: InvitedDialogProps): ReactNode {
  const {
    team: { invited },
  } = useMessages();
  const format = useFormat();
  return (
    <Dialog
      open
      title={invited.title}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {invited.done}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p>{invitation.was_mailed ? invited.mailed(email) : invited.notMailed(email)}</p>
        <ShownOnce label={invited.link} value={invitation.url} />
        <p className="text-sm text-muted">{invited.expires(format.dateTime(invitation.expires_at))}</p>
      </div>
    </Dialog>
  );
}
