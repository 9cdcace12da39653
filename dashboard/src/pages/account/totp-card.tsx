import { type ReactNode, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RemoveTotpDialog } from './remove-totp-dialog.tsx';
import { SetUpTotpDialog } from './set-up-totp-dialog.tsx';

export function TotpCard(): ReactNode {
  const { totp: texts } = useMessages().account;
  const { user, company } = useSession();
  const [open, setOpen] = useState<'set_up' | 'remove'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Card
        title={
          <span className="flex items-center gap-2.5">
            {texts.title}
            {user.has_totp ? (
              <Badge tone="success" icon="shield">
                {texts.on}
              </Badge>
            ) : (
              <Badge tone="neutral">{texts.off}</Badge>
            )}
          </span>
        }
        description={texts.description}
        actions={
          user.has_totp ? (
            <Button
              disabledReason={company?.requires_totp ? texts.requiredByCompany : undefined}
              onClick={() => setOpen('remove')}
            >
              {texts.remove}
            </Button>
          ) : (
            <Button variant="primary" icon="shield" onClick={() => setOpen('set_up')}>
              {texts.setUp}
            </Button>
          )
        }
      />
      {open === 'set_up' && <SetUpTotpDialog onClose={close} />}
      {open === 'remove' && <RemoveTotpDialog onClose={close} />}
    </>
  );
}
