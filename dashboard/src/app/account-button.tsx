import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useMessages } from '../messages/use-messages.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

export function AccountButton(): ReactNode {
  const { common } = useMessages();
  const { email } = useSession().user;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        id={id}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={common.menu.open(email)}
        onClick={() => setIsOpen(true)}
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-ink uppercase ring-1 ring-line hover:bg-hover"
      >
        {email.slice(0, 1)}
      </button>
      <Suspense>{isOpen && <AccountMenu triggerId={id} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
