import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { BlockEffectShape, CompanyRowShape } from '../../api/shapes.ts';
import { useGet, useRefresh } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/inputs.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface BlockDialogProps {
  readonly company: CompanyRowShape;
  readonly onClose: () => void;
}

/** Says what the block would stop at this moment, before anybody presses the button. */
export function BlockDialog({ company, onClose }: BlockDialogProps): ReactNode {
  const {
    operator: { companies },
  } = useMessages();
  const texts = companies.blockDialog;
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const effect = useGet<BlockEffectShape>(`/operator/companies/${company.id}/block-effect`);
  const block = useMutation({
    mutationFn: () => post(`/operator/companies/${company.id}/block`, { reason: reason.trim() }),
    onSuccess: () => {
      onClose();
      showToast({ text: texts.done(company.name), tone: 'warning' });
      void refresh('/operator');
    },
  });
  return (
    <FormDialog
      danger
      width="md"
      title={texts.title(company.name)}
      submitLabel={texts.submit}
      busy={block.isPending}
      error={block.error}
      onSubmit={() => block.mutate()}
      onClose={onClose}
    >
      <Loaded query={effect} skeleton={<Skeleton className="h-28" />}>
        {(found) => <Effect effect={found} />}
      </Loaded>
      <Field label={texts.reason} hint={texts.reasonHint}>
        {(control) => (
          <TextArea
            {...control}
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function Effect({ effect }: { readonly effect: BlockEffectShape }): ReactNode {
  const {
    operator: { companies },
  } = useMessages();
  const texts = companies.blockDialog;
  const format = useFormat();
  return (
    <Notice tone={effect.unanswered_alerts > 0 ? 'danger' : 'warning'} title={texts.stops}>
      <ul className="mt-1 list-disc pl-4">
        <li>
          {texts.unanswered(effect.unanswered_alerts)}
          {effect.nearest_deadline !== null && `. ${texts.nearest(format.dateTime(effect.nearest_deadline))}`}
        </li>
        <li>{texts.webhooks(effect.waiting_webhooks)}</li>
        <li>{texts.credentials(effect.active_credentials)}</li>
      </ul>
      <p className="mt-2">{texts.still}</p>
    </Notice>
  );
}
