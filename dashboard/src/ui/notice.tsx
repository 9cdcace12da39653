import type { ReactNode } from 'react';
import { type Tone, TONE_CLASSES, TONE_ICONS } from './badge.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface NoticeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children?: ReactNode | undefined;
  readonly action?: ReactNode | undefined;
}

/** Something to know, where it matters; what failed is an ErrorNotice. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps): ReactNode {
  return (
    <div className={cx('flex items-start gap-3 rounded-md px-3.5 py-3 text-sm', TONE_CLASSES[tone])}>
      <Icon name={TONE_ICONS[tone]} className="mt-0.5" />
      <div className="min-w-0 grow">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
