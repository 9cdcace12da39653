import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { EndpointSecretShape, EndpointShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';

const FORMATS = ['v2', 'legacy'] as const satisfies readonly EndpointShape['format'][];

interface AddEndpointDialogProps {
  readonly allowsPrivate: boolean;
  readonly onClose: () => void;
  readonly onAdded: (secret: EndpointSecretShape) => void;
}

export function AddEndpointDialog({ allowsPrivate, onClose, onAdded }: AddEndpointDialogProps): ReactNode {
  const { webhooks } = useMessages();
  const refresh = useRefresh();
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<EndpointShape['format']>('v2');
  const add = useMutation({
    mutationFn: () => post<EndpointSecretShape>('/endpoints', { url: url.trim(), format }),
    onSuccess: (secret) => {
      void refresh('/endpoints', '/overview');
      onAdded(secret);
    },
  });
  return (
    <FormDialog
      title={webhooks.form.title}
      submitLabel={webhooks.form.submit}
      busy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field
        label={webhooks.form.url}
        hint={allowsPrivate ? webhooks.form.urlHintPrivate : webhooks.form.urlHint}
      >
        {(control) => (
          <TextInput
            {...control}
            type="url"
            mono
            required
            maxLength={2048}
            placeholder="https://example.com/webhooks/chargeback-alerts"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <FormatChoice value={format} onChange={setFormat} />
    </FormDialog>
  );
}

interface FormatChoiceProps {
  readonly value: EndpointShape['format'];
  readonly onChange: (format: EndpointShape['format']) => void;
}

function FormatChoice({ value, onChange }: FormatChoiceProps): ReactNode {
  const { webhooks } = useMessages();
  return (
    <RadioGroup
      label={webhooks.form.format}
      value={value}
      choices={FORMATS.map((format) => ({
        value: format,
        label: webhooks.formats[format],
        hint: webhooks.formatHints[format],
      }))}
      onChange={onChange}
    />
  );
}
