import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { showToast } from '../../ui/toast-store.ts';

interface Resent {
  readonly resent: number;
}

/** Sends the alert's webhook again, to one endpoint or to all. */
export function useResend(alertId: string): UseMutationResult<Resent, Error, string | undefined> {
  const { alert } = useMessages();
  const errorText = useErrorText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (endpointId) =>
      post<Resent>(`/alerts/${alertId}/resend`, endpointId === undefined ? {} : { endpoint_id: endpointId }),
    onSuccess: ({ resent }) => {
      showToast({
        tone: resent > 0 ? 'success' : 'warning',
        text: resent > 0 ? alert.resent(resent) : alert.resentNone,
      });
      void refresh(`/alerts/${alertId}`, '/deliveries');
    },
    onError: (error) => showToast({ tone: 'danger', text: errorText(error) }),
  });
}
