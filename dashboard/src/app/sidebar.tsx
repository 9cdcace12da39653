import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveState } from '../api/live.ts';
import { useSession } from '../api/session.ts';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from './logo.tsx';
import { type NavPage, navGroups } from './pages.ts';

interface SidebarProps {
  readonly isInDrawer?: boolean | undefined;
  readonly onNavigate?: (() => void) | undefined;
}

export function Sidebar({ isInDrawer = false, onNavigate }: SidebarProps): ReactNode {
  const { common } = useMessages();
  const { permissions } = useSession();
  return (
    <>
      {!isInDrawer && (
        <div className="flex h-(--top-bar) items-center gap-2.5 px-4 font-semibold tracking-tight">
          <Logo size={24} />
          {common.product}
        </div>
      )}
      <nav aria-label={common.nav.label} className="grid content-start gap-5 overflow-y-auto px-2.5 py-3">
        {navGroups(permissions).map(({ name, pages }) => (
          <div key={name}>
            <p className="mb-1 px-2.5 text-xs font-medium text-subtle">{common.nav[name]}</p>
            <ul className="grid gap-px">
              {pages.map((page) => (
                <li key={page.path}>
                  <NavLink page={page} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

function NavLink({
  page,
  onNavigate,
}: { readonly page: NavPage } & Pick<SidebarProps, 'onNavigate'>): ReactNode {
  const { common } = useMessages();
  return (
    <Link
      to={page.path}
      activeOptions={{ exact: page.path === '/', includeSearch: false }}
      onClick={() => onNavigate?.()}
      className={cx(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-muted max-lg:h-10 hover:bg-hover hover:text-ink',
        'data-[status=active]:bg-surface data-[status=active]:text-ink data-[status=active]:shadow-low data-[status=active]:ring-1 data-[status=active]:ring-line [&[data-status=active]>svg]:text-accent-ink',
      )}
    >
      <Icon name={page.icon} size={17} />
      {common.nav[page.name]}
    </Link>
  );
}

/** Says so when news do not arrive; silence means that all is well. */
export function SidebarFoot(): ReactNode {
  const { common } = useMessages();
  const live = useLiveState();
  return (
    <div role="status" className="mt-auto min-h-12 px-5 py-4 text-xs text-muted">
      {live === 'lost' && (
        <span className="flex items-start gap-2">
          <Icon name="refresh" size={14} className="mt-px" />
          {common.liveWaiting}
        </span>
      )}
    </div>
  );
}
