import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { patch } from '../../api/client.ts';
import { useDisabledReason, useSession } from '../../api/session.ts';
import type { TeamShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Switch } from '../../ui/choices.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Nobody can ask for what they do not have themselves: they would lock themselves out. */
export function SignInPolicy({ team: shown }: { readonly team: TeamShape }): ReactNode {
  const {
    team: { policy },
  } = useMessages();
  const { user } = useSession();
  const forbidden = useDisabledReason('manage_company');
  const [isAsking, setIsAsking] = useState(false);
  const needsOwn = !shown.requires_totp && !user.has_totp;
  return (
    <>
      <Switch
        label={policy.label}
        hint={
          <>
            {forbidden ?? policy.hint}
            {forbidden === undefined && needsOwn && (
              <>
                {' '}
                {policy.ownFirst}{' '}
                <Link to="/account" className="font-medium text-accent-ink underline">
                  {policy.toAccount}
                </Link>
              </>
            )}
          </>
        }
        checked={shown.requires_totp}
        disabled={forbidden !== undefined || needsOwn}
        onChange={() => setIsAsking(true)}
      />
      {isAsking && <PolicyDialog team={shown} onClose={() => setIsAsking(false)} />}
    </>
  );
}

interface PolicyDialogProps {
  readonly team: TeamShape;
  readonly onClose: () => void;
}

function PolicyDialog({ team: shown, onClose }: PolicyDialogProps): ReactNode {
  const {
    team: { policy },
  } = useMessages();
  const refresh = useRefresh();
  const isOn = shown.requires_totp;
  const without = shown.members.filter(({ has_totp: hasTotp }) => !hasTotp).length;
  const change = useMutation({
    mutationFn: () => patch('/company', { requires_totp: !isOn }),
    onSuccess: () => {
      onClose();
      void refresh('/team', '/session');
    },
  });
  return (
    <ConfirmDialog
      open
      danger={isOn}
      title={isOn ? policy.offTitle : policy.onTitle}
      confirmLabel={isOn ? policy.offSubmit : policy.onSubmit}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <p>{isOn ? policy.offText : policy.onText(without)}</p>
    </ConfirmDialog>
  );
}
