import type { ReactNode } from 'react';
import { type Tone, TONE_CLASSES } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';

interface PanelBarProps {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
  readonly text?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Below: progress, errors. */
  readonly children?: ReactNode | undefined;
}

/** How the run stands, in one sentence, and what to do next. */
export function PanelBar({ icon, tone, title, text, actions, children }: PanelBarProps): ReactNode {
  return (
    <section className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-4 shadow-low sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className={cx('grid size-9 shrink-0 place-items-center rounded-lg', TONE_CLASSES[tone])}>
          <Icon name={icon} size={18} />
        </span>
        <div className="min-w-48 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          {text !== undefined && <p className="text-sm text-muted">{text}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
