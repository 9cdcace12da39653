import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { showToast } from '../../ui/toast-store.ts';

export interface DeliveryKey {
  readonly alert_id: string;
  readonly endpoint_id: string;
}

interface Resent {
  readonly resent: number;
}

export function deliveryPath({ alert_id, endpoint_id }: DeliveryKey): string {
  return `/deliveries/${encodeURIComponent(alert_id)}/${encodeURIComponent(endpoint_id)}`;
}

/** Queues one delivery again. */
export function useResend(): UseMutationResult<Resent, Error, DeliveryKey> {
  const { deliveries } = useMessages();
  const errorText = useErrorText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (key: DeliveryKey) => post<Resent>(`${deliveryPath(key)}/resend`),
    onSuccess: ({ resent }) => {
      if (resent > 0) showToast({ text: deliveries.resent(resent), tone: 'success' });
      else showToast({ text: deliveries.nothingResent });
      void refresh('/deliveries');
    },
    onError: (error) => void showToast({ text: errorText(error), tone: 'danger' }),
  });
}
