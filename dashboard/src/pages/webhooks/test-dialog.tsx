import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { post } from '../../api/client.ts';
import type { EndpointShape, TestEventShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Facts } from '../../ui/facts.tsx';
import { HttpAnswer } from '../../ui/http-answer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';

interface TestDialogProps {
  readonly endpoint: EndpointShape;
  readonly onClose: () => void;
}

/** Sends a sample as soon as it opens, and shows what came back. */
export function TestDialog({ endpoint, onClose }: TestDialogProps): ReactNode {
  const { webhooks, common } = useMessages();
  const texts = webhooks.testDialog;
  const id = useId();
  const test = useQuery({
    queryKey: ['test event', endpoint.id, id],
    queryFn: () => post<TestEventShape>(`/endpoints/${endpoint.id}/test`),
    // One press, one event: nothing sends another by itself.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Dialog
      open
      width="md"
      title={texts.title}
      description={<span className="font-mono text-xs break-all">{endpoint.url}</span>}
      onClose={onClose}
      footer={
        <>
          <Button busy={test.isFetching} icon="send" onClick={() => void test.refetch()}>
            {texts.again}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {common.close}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="grid grid-cols-1 gap-4">
        {test.isFetching && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Icon name="turn" className="animate-turn" />
            {texts.sending}
          </p>
        )}
        {!test.isFetching && test.error && <ErrorNotice error={test.error} />}
        {!test.isFetching && test.data && <TestAnswer answer={test.data} />}
      </div>
    </Dialog>
  );
}

function TestAnswer({ answer }: { readonly answer: TestEventShape }): ReactNode {
  const { webhooks, deliveries } = useMessages();
  const texts = webhooks.testDialog;
  const format = useFormat();
  return (
    <>
      <Notice
        tone={answer.delivered ? 'success' : 'danger'}
        title={answer.delivered ? texts.delivered : texts.failed}
      >
        {!answer.delivered && texts.expected}
      </Notice>
      <Facts
        columns={2}
        facts={[
          {
            label: texts.status,
            value: <HttpAnswer status={answer.status} error={answer.error} none={deliveries.noAnswer} />,
          },
          { label: texts.time, value: format.latency(answer.duration_ms) },
        ]}
      />
      {answer.response !== null && answer.response !== '' && (
        <CodeBlock wrap label={texts.response} code={answer.response} />
      )}
    </>
  );
}
