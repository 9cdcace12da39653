import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { DeliveryListShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/inputs.tsx';
import { MomentInput } from '../../ui/moment-input.tsx';
import { showToast } from '../../ui/toast-store.ts';

const DAY_MS = 86_400_000;

interface ResendFailedDialogProps {
  readonly endpoints: DeliveryListShape['endpoints'];
  /** What the list is filtered by, to begin with. */
  readonly chosen: { readonly since?: string | undefined; readonly endpoint_id?: string | undefined };
  readonly onClose: () => void;
}

/** After an outage: everything that failed since it began goes out again. */
export function ResendFailedDialog({ endpoints, chosen, onClose }: ResendFailedDialogProps): ReactNode {
  const { deliveries } = useMessages();
  const texts = deliveries.failed;
  const refresh = useRefresh();
  const [since, setSince] = useState(chosen.since ?? new Date(serverNow() - DAY_MS).toISOString());
  const [endpointId, setEndpointId] = useState(chosen.endpoint_id ?? '');
  const resend = useMutation({
    mutationFn: () =>
      post<{ readonly resent: number }>('/deliveries/resend-failed', {
        since,
        ...(endpointId !== '' && { endpoint_id: endpointId }),
      }),
    onSuccess: ({ resent }) => {
      onClose();
      if (resent > 0) showToast({ text: deliveries.resent(resent), tone: 'success' });
      else showToast({ text: texts.none });
      void refresh('/deliveries', '/endpoints', '/overview');
    },
  });
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submitLabel={texts.submit}
      busy={resend.isPending}
      error={resend.error}
      onSubmit={() => resend.mutate()}
      onClose={onClose}
    >
      <Field label={texts.since} hint={texts.sinceHint}>
        {(control) => (
          <MomentInput {...control} required value={since} onChange={(value) => value && setSince(value)} />
        )}
      </Field>
      <Field label={texts.endpoint}>
        {(control) => (
          <Select
            {...control}
            value={endpointId}
            choices={[
              { value: '', label: deliveries.filters.allEndpoints },
              ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
            ]}
            onChange={setEndpointId}
          />
        )}
      </Field>
    </FormDialog>
  );
}
