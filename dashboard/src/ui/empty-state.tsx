import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { usePageTitle } from './use-page-title.ts';

/** Not the same: nothing is set up, nothing has come yet, nothing matches, nothing may be seen. */
type EmptyKind = 'setup' | 'nothing_yet' | 'no_match' | 'forbidden' | 'not_found';

const ICONS: Readonly<Record<EmptyKind, IconName>> = {
  setup: 'flask',
  nothing_yet: 'inbox',
  no_match: 'search',
  forbidden: 'lock',
  not_found: 'circleDashed',
};

interface EmptyStateProps {
  readonly kind: EmptyKind;
  readonly title: string;
  /** When it stands for the whole page. */
  readonly isPage?: boolean | undefined;
  readonly children?: ReactNode | undefined;
  readonly action?: ReactNode | undefined;
}

export function EmptyState({ kind, title, isPage = false, children, action }: EmptyStateProps): ReactNode {
  const Title = isPage ? 'h1' : 'p';
  usePageTitle(isPage ? title : undefined);
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-sunken text-muted">
        <Icon name={ICONS[kind]} size={20} />
      </span>
      <Title className="text-base font-semibold">{title}</Title>
      {children !== undefined && <div className="mt-1 text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
