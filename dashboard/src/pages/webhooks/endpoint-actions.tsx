import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { EndpointShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useErrorText } from '../../messages/use-error-text.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast-store.ts';

export type EndpointTask = 'test' | 'rotate' | 'pause';

interface EndpointActionsProps {
  readonly endpoint: EndpointShape;
  readonly onTask: (task: EndpointTask) => void;
}

export function EndpointActions({ endpoint, onTask }: EndpointActionsProps): ReactNode {
  const { webhooks } = useMessages();
  const disabledReason = useDisabledReason('manage_endpoints');
  const resume = useResume(endpoint.id);
  const pauseOrResume: MenuAction = endpoint.paused
    ? { key: 'resume', label: webhooks.resume, icon: 'play', onSelect: () => resume.mutate() }
    : { key: 'pause', label: webhooks.pause, icon: 'pause', onSelect: () => onTask('pause') };
  return (
    <div className="flex items-center gap-1">
      <Button size="sm" icon="send" disabledReason={disabledReason} onClick={() => onTask('test')}>
        {webhooks.test}
      </Button>
      <Menu
        entries={[
          {
            key: 'rotate',
            label: webhooks.rotate,
            icon: 'refresh',
            disabledReason,
            onSelect: () => onTask('rotate'),
          },
          { ...pauseOrResume, disabledReason },
        ]}
        trigger={(props) => (
          <IconButton {...props} icon="more" size="sm" label={webhooks.actionsOf(endpoint.url)} />
        )}
      />
    </div>
  );
}

function useResume(endpointId: string) {
  const { webhooks } = useMessages();
  const errorText = useErrorText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => post(`/endpoints/${endpointId}/resume`),
    onSuccess: () => {
      showToast({ text: webhooks.resumed, tone: 'success' });
      void refresh('/endpoints', '/deliveries', '/overview');
    },
    onError: (error) => void showToast({ text: errorText(error), tone: 'danger' }),
  });
}
