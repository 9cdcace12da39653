import type { ReactNode } from 'react';
import { useServerValue } from '../api/server-clock.ts';
import type { AlertRowShape } from '../api/shapes.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { standingOf } from './standing.ts';
import { shownTimeLeft, type Urgency, urgencyOf, writeTimeLeft } from './urgency.ts';

const PILL =
  'inline-flex h-6 items-center gap-1.5 rounded-full text-xs font-medium whitespace-nowrap tabular-nums';
const PLAIN = `${PILL} text-muted`;

const LOOKS: Readonly<Record<Urgency, { readonly icon: IconName; readonly className: string }>> = {
  calm: { icon: 'clock', className: 'text-ink' },
  soon: { icon: 'hourglass', className: 'bg-warning-soft px-2 text-warning-ink' },
  urgent: { icon: 'warning', className: 'bg-danger-soft px-2 text-danger-ink' },
  now: { icon: 'bell', className: 'bg-danger px-2 text-on-danger' },
  passed: { icon: 'xCircle', className: 'text-muted' },
};

interface DeadlineProps {
  readonly alert: AlertRowShape;
}

/** How long there is to answer, or why nothing has to be. Icon, words and colour say the same. */
export function Deadline({ alert }: DeadlineProps): ReactNode {
  const { answering } = useMessages();
  const format = useFormat();
  const standing = standingOf(alert);
  switch (standing.kind) {
    case 'held':
      return <HeldFor until={standing.until} />;
    case 'waits':
      return <Countdown until={standing.answerBy} />;
    case 'follow_up':
      return (
        <span className={PLAIN} title={answering.deadline.followUpLong(format.exactTime(standing.until))}>
          <Icon name="history" size={14} />
          {answering.deadline.followUp(format.shortDate(standing.until))}
        </span>
      );
    case 'auto_refunded':
      return (
        <span className={PLAIN}>
          <Icon name="refund" size={14} />
          {answering.deadline.autoRefunded} · {answering.deadline.optional}
        </span>
      );
    case 'expired':
      return <Settled icon="xCircle" text={answering.deadline.expired} />;
    case 'answered':
      return <Settled icon="check" text={answering.deadline.answered} />;
  }
}

function Settled({ icon, text }: { readonly icon: IconName; readonly text: string }): ReactNode {
  return (
    <span className={PLAIN}>
      <Icon name={icon} size={14} />
      {text}
    </span>
  );
}

/** It is drawn again only when its text changes: 100 of them cost one comparison each a second. */
function Countdown({ until }: { readonly until: string }): ReactNode {
  const { answering } = useMessages();
  const end = Date.parse(until);
  const leftMs = useServerValue((now) => shownTimeLeft(end - now));
  const urgency = urgencyOf(leftMs);
  const { icon, className } = LOOKS[urgency];
  return (
    <span className={cx(PILL, className)}>
      <Icon name={icon} size={14} />
      {urgency === 'passed' ? (
        answering.deadline.passed
      ) : (
        <time dateTime={until}>
          {urgency === 'now' && `${answering.deadline.now} · `}
          {writeTimeLeft(leftMs)}
        </time>
      )}
    </span>
  );
}

function HeldFor({ until }: { readonly until: string }): ReactNode {
  const { answering } = useMessages();
  const end = Date.parse(until);
  const seconds = useServerValue((now) => Math.max(0, Math.ceil((end - now) / 1000)));
  if (seconds === 0) return <Settled icon="check" text={answering.deadline.answered} />;
  return (
    <span className={cx(PILL, 'bg-info-soft px-2 text-info-ink')}>
      <Icon name="hourglass" size={14} />
      {answering.heldShort(seconds)}
    </span>
  );
}
