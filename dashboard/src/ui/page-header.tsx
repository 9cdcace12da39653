import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Beside the title, such as a badge. */
  readonly beside?: ReactNode | undefined;
}

/** Every page begins with one; it also names the browser's tab. */
export function PageHeader({ title, description, actions, beside }: PageHeaderProps): ReactNode {
  usePageTitle(title);
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {beside}
        </div>
        {description !== undefined && (
          <p className="mt-1 max-w-prose text-pretty text-muted">{description}</p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
