import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { EndpointShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface PauseDialogProps {
  readonly endpoint: EndpointShape;
  readonly onClose: () => void;
}

export function PauseDialog({ endpoint, onClose }: PauseDialogProps): ReactNode {
  const { webhooks, common } = useMessages();
  const texts = webhooks.pauseDialog;
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const pause = useMutation({
    mutationFn: () => {
      const given = reason.trim();
      return post(`/endpoints/${endpoint.id}/pause`, given === '' ? {} : { reason: given });
    },
    onSuccess: () => {
      onClose();
      showToast({ text: webhooks.pausedToast });
      void refresh('/endpoints', '/overview');
    },
  });
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submitLabel={texts.submit}
      busy={pause.isPending}
      error={pause.error}
      onSubmit={() => pause.mutate()}
      onClose={onClose}
    >
      <Field label={`${texts.reason} (${common.optional})`} hint={texts.reasonHint}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
