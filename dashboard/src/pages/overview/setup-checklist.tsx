import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TestAlertButton } from '../../answering/test-alert-button.tsx';
import type { OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

type Setup = OverviewShape['setup'];
type Step = keyof Setup;

const STEPS: readonly Step[] = [
  'has_enrollment',
  'has_credentials',
  'has_endpoint',
  'has_delivery',
  'has_alert',
];

/** From nothing to the first alert; the next step is the one that stands out. */
export function SetupChecklist({ setup }: { readonly setup: Setup }): ReactNode {
  const { setup: words } = useMessages();
  const format = useFormat();
  const done = STEPS.filter((step) => setup[step]).length;
  const next = STEPS.find((step) => !setup[step]);
  return (
    <Card
      title={words.title}
      description={words.description}
      actions={
        <span className="text-sm text-muted tabular-nums">
          {words.progress(format.number(done), format.number(STEPS.length))}
        </span>
      }
      className="mx-auto max-w-2xl"
    >
      <ProgressBar label={words.title} value={done} max={STEPS.length} />
      <ol className="mt-3 divide-y divide-line">
        {STEPS.map((step) => (
          <StepLine
            key={step}
            step={step}
            isDone={setup[step]}
            isNext={step === next}
            canArrive={setup.has_enrollment}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepLineProps {
  readonly step: Step;
  readonly isDone: boolean;
  readonly isNext: boolean;
  /** Without an enrollment a test alert would find no way here. */
  readonly canArrive: boolean;
}

function StepLine({ step, isDone, isNext, canArrive }: StepLineProps): ReactNode {
  const { setup: words } = useMessages();
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex items-center gap-3.5 py-3.5">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-success-soft text-success-ink' : 'border border-dashed border-line-strong text-muted',
        )}
      >
        {isDone ? (
          <Icon name="check" size={15} />
        ) : (
          <span aria-hidden="true" className="text-xs font-medium tabular-nums">
            {STEPS.indexOf(step) + 1}
          </span>
        )}
      </span>
      <div className="min-w-0 grow">
        <p className={cx('font-medium', isDone && 'text-muted')}>
          {words.steps[step]}
          <span className="sr-only">: {isDone ? words.done : words.open}</span>
        </p>
        {!isDone && <p className="text-sm text-muted">{words.hints[step]}</p>}
      </div>
      {!isDone && <StepAction step={step} isNext={isNext} canArrive={canArrive} />}
    </li>
  );
}

function StepAction({ step, isNext, canArrive }: Omit<StepLineProps, 'isDone'>): ReactNode {
  const { actions } = useMessages().setup;
  const look = buttonClass(isNext ? 'primary' : 'secondary', 'sm');
  switch (step) {
    case 'has_enrollment':
      return undefined;
    case 'has_credentials':
      return (
        <Link to="/credentials" className={look}>
          {actions.has_credentials}
        </Link>
      );
    case 'has_endpoint':
    case 'has_delivery':
      return (
        <Link to="/webhooks" className={look}>
          {actions[step]}
        </Link>
      );
    case 'has_alert':
      return canArrive && <TestAlertButton />;
  }
}
