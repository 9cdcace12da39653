import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface CardProps {
  readonly title?: ReactNode | undefined;
  readonly description?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Tables reach the edge. */
  readonly flush?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode | undefined;
}

export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
}: CardProps): ReactNode {
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section className={cx('rounded-lg border border-line bg-surface shadow-low', className)}>
      {hasHead && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3 sm:px-5">
          <div className="min-w-0">
            <h2 className="text-base font-semibold">{title}</h2>
            {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children !== undefined && (
        <div className={cx(!flush && 'px-4 pb-4 sm:px-5 sm:pb-5', !flush && !hasHead && 'pt-4 sm:pt-5')}>
          {children}
        </div>
      )}
    </section>
  );
}
