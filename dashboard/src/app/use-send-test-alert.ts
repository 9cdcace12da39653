import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { post } from '../api/client.ts';
import { useRefresh } from '../api/use-get.ts';
import { useErrorText } from '../messages/use-error-text.ts';
import { useMessages } from '../messages/use-messages.ts';
import { showToast } from '../ui/toast-store.ts';

interface SentTestAlert {
  readonly ids: readonly string[];
}

/** Plays a provider that sends one; the toast leads to it. */
export function useSendTestAlert(): UseMutationResult<SentTestAlert, Error, void> {
  const { common } = useMessages();
  const errorText = useErrorText();
  const refresh = useRefresh();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => post<SentTestAlert>('/test-alert'),
    onSuccess: ({ ids }) => {
      const [id] = ids;
      void refresh('/alerts', '/overview', '/deliveries');
      showToast({
        tone: 'success',
        text: common.testAlertSent(ids.length),
        action:
          id === undefined
            ? undefined
            : {
                label: common.viewAlert,
                onSelect: () => void navigate({ to: '/alerts/$id', params: { id } }),
              },
      });
    },
    onError: (error) => showToast({ tone: 'danger', text: errorText(error) }),
  });
}
