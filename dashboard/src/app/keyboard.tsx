import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { openOverlay, useOverlay } from '../keyboard/overlays.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { useMessages } from '../messages/use-messages.ts';
import { type NavPage, navGroups } from './pages.ts';

// Seldom wanted and never at once, so that no page waits for them.
const Palette = lazy(async () => ({ default: (await import('../keyboard/palette.tsx')).Palette }));
const ShortcutHelp = lazy(async () => ({
  default: (await import('../keyboard/shortcut-help.tsx')).ShortcutHelp,
}));

/** The keys that work on every page. */
export function Keyboard(): ReactNode {
  const { common } = useMessages();
  const { permissions } = useSession();
  const overlay = useOverlay();
  useShortcut('?', common.shortcuts.help, () => openOverlay('help'), { global: true });
  useShortcut('Mod+k', common.shortcuts.palette, () => openOverlay('palette'), { global: true });
  const pages = navGroups(permissions).flatMap((group) => group.pages);
  return (
    <>
      {pages.map((page) => (
        <GoTo key={page.path} page={page} />
      ))}
      <Suspense>
        {overlay === 'palette' && <Palette />}
        {overlay === 'help' && <ShortcutHelp />}
      </Suspense>
    </>
  );
}

function GoTo({ page }: { readonly page: NavPage }): ReactNode {
  const { common } = useMessages();
  const navigate = useNavigate();
  useShortcut(
    `g ${page.key}`,
    common.shortcuts.goTo(common.nav[page.name]),
    () => void navigate({ to: page.path }),
    {
      global: true,
    },
  );
  return undefined;
}
