import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

// Only the sandbox has it, and what it sends with is in no other page's way.
const TestAlertButton = lazy(async () => ({
  default: (await import('../answering/test-alert-button.tsx')).TestAlertButton,
}));

/** What must be known on every page. */
export function Banners(): ReactNode {
  const { common } = useMessages();
  const { company, is_sandbox, must_set_up_totp } = useSession();
  return (
    <section aria-label={common.nav.notices}>
      {company?.blocked && (
        <div
          role="alert"
          className="flex items-start gap-3 bg-danger-soft px-4 py-2.5 text-sm text-danger-ink sm:px-6 lg:px-8"
        >
          <Icon name="ban" className="mt-0.5" />
          <p>
            <strong className="font-semibold">{common.blockedTitle}</strong>{' '}
            {common.blockedText(company.blocked.reason)}
          </p>
        </div>
      )}
      {must_set_up_totp && (
        <div
          role="alert"
          className="flex items-start gap-3 bg-warning-soft px-4 py-2.5 text-sm text-warning-ink sm:px-6 lg:px-8"
        >
          <Icon name="shield" className="mt-0.5" />
          <p>{common.totpBanner}</p>
        </div>
      )}
      {is_sandbox && company && <SandboxRibbon />}
    </section>
  );
}

function SandboxRibbon(): ReactNode {
  const { common } = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info-soft px-4 py-1.5 text-sm text-info-ink sm:px-6 lg:px-8">
      <Icon name="flask" />
      <p className="grow">
        <strong className="font-semibold">{common.sandbox}.</strong> {common.sandboxText}
      </p>
      <Suspense fallback={<Button size="sm">{common.sendTestAlert}</Button>}>
        <TestAlertButton variant="secondary" size="sm" />
      </Suspense>
    </div>
  );
}
