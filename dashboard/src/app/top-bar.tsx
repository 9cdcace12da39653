import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { openOverlay } from '../keyboard/overlays.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { AccountButton } from './account-button.tsx';

export function TopBar({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { common } = useMessages();
  const { company } = useSession();
  return (
    <header className="sticky top-0 z-30 flex h-(--top-bar) items-center gap-3 border-b border-line bg-canvas/95 px-4 backdrop-blur-sm sm:px-6 lg:px-8">
      <div className="-ml-2 flex lg:hidden">
        <IconButton icon="menu" label={common.nav.openMenu} onClick={onMenu} />
      </div>
      <p className="min-w-0 truncate font-semibold">{company?.name ?? common.nav.operatorName}</p>
      {company?.blocked && <Badge tone="danger">{common.blocked}</Badge>}
      <div className="grow" />
      <button
        type="button"
        onClick={() => openOverlay('palette')}
        className="hidden h-8 w-64 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm text-muted shadow-low hover:bg-hover md:flex"
      >
        <Icon name="search" className="text-subtle" />
        <span className="grow text-left">{common.palette.open}</span>
        <KeyHint keys="Mod+k" />
      </button>
      <div className="flex md:hidden">
        <IconButton icon="search" label={common.palette.open} onClick={() => openOverlay('palette')} />
      </div>
      <AccountButton />
    </header>
  );
}
