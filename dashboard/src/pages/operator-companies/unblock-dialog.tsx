import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import type { CompanyRowShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface UnblockDialogProps {
  readonly company: CompanyRowShape;
  readonly onClose: () => void;
}

export function UnblockDialog({ company, onClose }: UnblockDialogProps): ReactNode {
  const {
    operator: { companies },
  } = useMessages();
  const texts = companies.unblockDialog;
  const refresh = useRefresh();
  const unblock = useMutation({
    mutationFn: () => post(`/operator/companies/${company.id}/unblock`),
    onSuccess: () => {
      onClose();
      showToast({ text: texts.done(company.name), tone: 'success' });
      void refresh('/operator');
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.title(company.name)}
      confirmLabel={texts.submit}
      busy={unblock.isPending}
      error={unblock.error}
      onClose={onClose}
      onConfirm={() => unblock.mutate()}
    >
      <p>{texts.text}</p>
      {company.blocked && <p className="text-sm text-muted">{texts.was(company.blocked.reason)}</p>}
    </ConfirmDialog>
  );
}
