import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLive } from '../api/live.ts';
import { useCan, useSession } from '../api/session.ts';
import { useRefresh } from '../api/use-get.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Banners } from './banners.tsx';
import { Keyboard } from './keyboard.tsx';
import { PageForbidden } from './page-states.tsx';
import { permissionOfPath } from './pages.ts';
import { Sidebar, SidebarFoot } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// Only narrow screens have it.
const Drawer = lazy(async () => ({ default: (await import('../ui/drawer.tsx')).Drawer }));

/** What stands around every page: the sidebar, the top bar, what must be known, and the keyboard. */
export function Layout(): ReactNode {
  const { common } = useMessages();
  const refresh = useRefresh();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useLive('company', () => void refresh('/session'));
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        {common.nav.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-sunken lg:flex">
        <Sidebar />
        <SidebarFoot />
      </aside>
      <Suspense>
        {isMenuOpen && (
          <Drawer open onClose={() => setIsMenuOpen(false)} title={common.product} side="left">
            <Sidebar isInDrawer onNavigate={() => setIsMenuOpen(false)} />
          </Drawer>
        )}
      </Suspense>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <TopBar onMenu={() => setIsMenuOpen(true)} />
        <Banners />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-360 grow px-4 py-6 outline-none sm:px-6 lg:px-8"
        >
          <AllowedPage />
        </main>
      </div>
      <Keyboard />
    </div>
  );
}

function AllowedPage(): ReactNode {
  const { pathname } = useLocation();
  const { user } = useSession();
  const can = useCan();
  const needed = permissionOfPath(pathname);
  // Another person's pages must not be shown for a moment: the key makes them start over.
  return needed === undefined || can(needed) ? <Outlet key={user.id} /> : <PageForbidden />;
}
