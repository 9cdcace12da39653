import { type ReactNode, useId } from 'react';
import type { AnswerStatus } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';

const ANSWERS: readonly AnswerStatus[] = ['notfound', 'account_suspended', 'other'];

interface AnswerChoicesProps {
  readonly value: AnswerStatus | undefined;
  readonly onChange: (status: AnswerStatus) => void;
  /** Provider A takes some answers as the last word; provider B takes any at any time. */
  readonly hasFinality?: boolean | undefined;
  /** The API's words why a status cannot be set; undefined when it can. */
  readonly refusalOf?: ((status: AnswerStatus) => string | undefined) | undefined;
}

/** The three answers, each with what it means; one that the API would refuse says so in the API's words. */
export function AnswerChoices(props: AnswerChoicesProps): ReactNode {
  const { value, onChange, hasFinality = true, refusalOf } = props;
  const { answering } = useMessages();
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{answering.choose}</legend>
      <div className="grid gap-2">
        {ANSWERS.map((status) => (
          <AnswerChoice
            key={status}
            name={name}
            status={status}
            refusal={refusalOf?.(status)}
            hasFinality={hasFinality}
            isChosen={status === value}
            onChoose={() => onChange(status)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface AnswerChoiceProps {
  readonly name: string;
  readonly status: AnswerStatus;
  readonly refusal: string | undefined;
  readonly hasFinality: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AnswerChoice(props: AnswerChoiceProps): ReactNode {
  const { name, status, refusal, hasFinality, isChosen, onChoose } = props;
  const { answering, common } = useMessages();
  const isOff = refusal !== undefined;
  return (
    <label
      className={cx(
        'flex items-start gap-3 rounded-lg border border-line px-3.5 py-3 transition-colors has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOff ? 'cursor-not-allowed bg-sunken' : 'hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name={name}
        className="mt-1 size-4 shrink-0 accent-(--accent) outline-none"
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={cx('font-medium', isOff && 'text-muted')}>{common.statuses[status]}</span>
          <code className="font-mono text-xs text-muted">{status}</code>
        </span>
        <span className="mt-0.5 block text-sm text-muted">
          {answering.explain[status]}
          {hasFinality && ` ${answering.finality[status]}`}
        </span>
        {isOff && (
          <span className="mt-1 flex items-start gap-1.5 text-sm text-ink">
            <Icon name="lock" size={14} className="mt-0.75" />
            {refusal}
          </span>
        )}
      </span>
    </label>
  );
}
