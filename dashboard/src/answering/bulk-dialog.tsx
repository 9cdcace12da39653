import { type ReactNode, useState } from 'react';
import type { AnswerStatus, BulkSourceShape, BulkUpdateShape } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { AnswerChoices } from './answer-choices.tsx';
import { BulkEstimate } from './bulk-estimate.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkReport, BulkReportLinks } from './bulk-report.tsx';
import { useBulkUpdate } from './use-bulk-update.ts';

interface BulkDialogProps {
  readonly source: BulkSourceShape;
  /** How many alerts were meant when it was opened. */
  readonly count: number;
  readonly onClose: (hasStarted: boolean) => void;
}

type InHand = ReturnType<typeof useBulkUpdate>;

/** Choose, see what would happen, confirm, watch, read the report. */
export function BulkDialog({ source, count, onClose }: BulkDialogProps): ReactNode {
  const { answering } = useMessages();
  const inHand = useBulkUpdate(source);
  const [status, setStatus] = useState<AnswerStatus>();
  const { update, create, start, cancel } = inHand;
  const isWaiting = update?.state === 'checking' || update?.state === 'ready';
  const close = (): void => {
    if (isWaiting) cancel.mutate();
    onClose(update !== undefined && !isWaiting);
  };
  const error = create.error ?? start.error ?? cancel.error;
  return (
    <Dialog
      open
      onClose={close}
      width="md"
      title={answering.bulk.title(update?.rows_total ?? count)}
      locked={create.isPending || start.isPending}
      footer={<Footer inHand={inHand} status={status} onClose={close} />}
    >
      <div className="grid gap-4">
        {update ? (
          <Step update={update} />
        ) : (
          <AnswerChoices value={status} onChange={(next) => !create.isPending && setStatus(next)} />
        )}
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

function Step({ update }: { readonly update: BulkUpdateShape }): ReactNode {
  const { answering } = useMessages();
  switch (update.state) {
    case 'checking':
      return (
        <p role="status" className="flex items-center gap-3 py-6 text-muted">
          <Icon name="turn" className="animate-turn" />
          {answering.bulk.checking}
        </p>
      );
    case 'ready':
      return <BulkEstimate update={update} />;
    case 'running':
      return <BulkProgress update={update} />;
    case 'done':
    case 'cancelled':
    case 'discarded':
      return <BulkReport update={update} />;
  }
}

interface CheckButtonsProps extends Pick<FooterProps, 'status' | 'onClose'> {
  readonly create: InHand['create'];
}

function CheckButtons({ create, status, onClose }: CheckButtonsProps): ReactNode {
  const { answering, common } = useMessages();
  return (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button
        variant="primary"
        busy={create.isPending}
        disabled={status === undefined}
        onClick={() => status && create.mutate(status)}
      >
        {answering.bulk.check}
      </Button>
    </>
  );
}

interface FooterProps {
  readonly inHand: InHand;
  readonly status: AnswerStatus | undefined;
  readonly onClose: () => void;
}

function Footer({ inHand, status, onClose }: FooterProps): ReactNode {
  const { answering, common } = useMessages();
  const { update, create, start, cancel, forget } = inHand;
  switch (update?.state) {
    case undefined:
      return <CheckButtons create={create} status={status} onClose={onClose} />;
    case 'checking':
      return <Button onClick={onClose}>{common.cancel}</Button>;
    case 'ready':
      return (
        <>
          <Button onClick={() => cancel.mutate(undefined, { onSettled: forget })}>
            {answering.bulk.back}
          </Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={update.rows_to_apply === 0}
            onClick={() => start.mutate()}
          >
            {answering.bulk.apply(update.rows_to_apply)}
          </Button>
        </>
      );
    case 'running':
      return (
        <>
          <Button busy={cancel.isPending} disabled={!update.can_cancel} onClick={() => cancel.mutate()}>
            {answering.bulk.stop}
          </Button>
          <Button onClick={onClose}>{answering.bulk.close}</Button>
        </>
      );
    case 'done':
    case 'cancelled':
    case 'discarded':
      return <BulkReportLinks update={update} onClose={onClose} />;
  }
}
