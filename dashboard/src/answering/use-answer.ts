import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import { post } from '../api/client.ts';
import type { AlertRowShape, AnswerResultShape, AnswerStatus } from '../api/shapes.ts';
import { useRefresh } from '../api/use-get.ts';
import { useErrorText } from '../messages/use-error-text.ts';
import { useMessages } from '../messages/use-messages.ts';
import { showToast } from '../ui/toast-store.ts';
import { putAlert } from './put-alert.ts';

interface Answer {
  readonly alertId: string;
  readonly status: AnswerStatus;
}

/** Sets the status of one alert. A final one is held for some seconds, and the toast is the place to take it back. */
export function useAnswer(): UseMutationResult<AnswerResultShape, Error, Answer> {
  const { answering, common } = useMessages();
  const client = useQueryClient();
  const refresh = useRefresh();
  const takeBack = useTakeBack();
  return useMutation({
    mutationFn: ({ alertId, status }) => post<AnswerResultShape>(`/alerts/${alertId}/answer`, { status }),
    onSuccess: ({ alert }, { alertId, status }) => {
      putAlert(client, alert);
      void refresh('/overview', `/alerts/${alertId}`);
      const name = common.statuses[status];
      if (alert.held === null) {
        showToast({ tone: 'success', text: answering.applied(name) });
        return;
      }
      showToast({
        tone: 'info',
        text: answering.held(name),
        until: alert.held.until,
        action: { label: common.undo, onSelect: () => takeBack.mutate(alertId) },
      });
    },
  });
}

export function useTakeBack(): UseMutationResult<{ readonly alert: AlertRowShape }, Error, string> {
  const { answering } = useMessages();
  const errorText = useErrorText();
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (alertId) => post<{ readonly alert: AlertRowShape }>(`/alerts/${alertId}/take-back`),
    onSuccess: ({ alert }) => {
      putAlert(client, alert);
      showToast({ tone: 'success', text: answering.takenBack });
    },
    onError: (error) => {
      const isLate = isApiError(error, 'CONFLICT');
      showToast({ tone: 'danger', text: isLate ? answering.tooLate : errorText(error) });
    },
    onSettled: (_answer, _error, alertId) => void refresh('/overview', `/alerts/${alertId}`),
  });
}
