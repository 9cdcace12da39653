import type { ReactNode } from 'react';
import type { DeliveryDetailShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { HttpAnswer } from '../../ui/http-answer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';

type Attempts = DeliveryDetailShape['attempts'];

/** Newest first: the last answer is what somebody looks for. */
export function AttemptList({ attempts }: { readonly attempts: Attempts }): ReactNode {
  const {
    deliveries: { detail },
  } = useMessages();
  return (
    <Card flush title={detail.attemptsTitle}>
      {attempts.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">{detail.none}</p>
      ) : (
        <ul className="border-t border-line">
          {attempts.toReversed().map((attempt, position) => (
            <Attempt key={`${attempt.attempt} ${attempt.at}`} attempt={attempt} isOpen={position === 0} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface AttemptProps {
  readonly attempt: Attempts[number];
  readonly isOpen: boolean;
}

function Attempt({ attempt, isOpen }: AttemptProps): ReactNode {
  const {
    deliveries: { detail },
  } = useMessages();
  if (attempt.response === null || attempt.response === '') {
    return (
      <li className="border-b border-line py-2.5 pr-4 pl-12 last:border-b-0 sm:pr-5 sm:pl-13">
        <AttemptLine attempt={attempt} />
      </li>
    );
  }
  return (
    <li className="border-b border-line last:border-b-0">
      <details open={isOpen} className="group/attempt">
        <summary className="flex list-none items-center gap-4 px-4 py-2.5 hover:bg-hover sm:px-5">
          <Icon
            name="chevronRight"
            className="text-subtle transition-transform duration-150 group-open/attempt:rotate-90"
          />
          <AttemptLine attempt={attempt} />
        </summary>
        <div className="px-4 pt-1 pb-4 sm:px-5 sm:pl-13">
          <CodeBlock wrap label={detail.response} code={attempt.response} />
        </div>
      </details>
    </li>
  );
}

function AttemptLine({ attempt }: Pick<AttemptProps, 'attempt'>): ReactNode {
  const {
    deliveries: { detail, noAnswer },
  } = useMessages();
  const format = useFormat();
  return (
    <span className="flex grow flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="w-24 font-medium">{detail.attempt(format.number(attempt.attempt))}</span>
      <span className="grow">
        <HttpAnswer status={attempt.status} error={attempt.error} none={noAnswer} />
      </span>
      <span className="text-muted tabular-nums">{format.latency(attempt.duration_ms)}</span>
      <span className="text-muted">
        <Time value={attempt.at} />
      </span>
    </span>
  );
}
