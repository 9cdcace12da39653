import type { ReactNode } from 'react';
import { useDisabledReason, useSession } from '../api/session.ts';
import { useSendTestAlert } from '../app/use-send-test-alert.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

/** Only in the sandbox, where the service can play a provider. */
export function TestAlertButton({
  variant = 'primary',
  size,
}: Pick<ButtonProps, 'variant' | 'size'>): ReactNode {
  const { common } = useMessages();
  const { is_sandbox } = useSession();
  const sendTestAlert = useSendTestAlert();
  const forbidden = useDisabledReason('send_test_alert');
  if (!is_sandbox) return undefined;
  return (
    <Button
      variant={variant}
      size={size}
      busy={sendTestAlert.isPending}
      disabledReason={forbidden}
      onClick={() => sendTestAlert.mutate()}
    >
      {common.sendTestAlert}
    </Button>
  );
}
