import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { TotpCard } from './totp-card.tsx';

export function AccountPage(): ReactNode {
  const { account, common } = useMessages();
  const { user } = useSession();
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={account.title}
        description={
          <>
            {user.email} · {common.roles[user.role]}
          </>
        }
      />
      <div className="grid gap-5">
        <TotpCard />
        <PasswordCard />
        <DevicesCard />
        <AppearanceCard />
      </div>
    </div>
  );
}
