import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../api/api-error.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function NotFound(): ReactNode {
  const { common } = useMessages();
  return (
    <EmptyState
      kind="not_found"
      isPage
      title={common.page.notFound}
      action={
        <Link to="/" className={buttonClass()}>
          {common.page.home}
        </Link>
      }
    >
      {common.page.notFoundText}
    </EmptyState>
  );
}

export function PageForbidden(): ReactNode {
  const { common } = useMessages();
  return (
    <EmptyState kind="forbidden" isPage title={common.page.forbidden}>
      {common.page.forbiddenText}
    </EmptyState>
  );
}

/** A page that threw: what the service refused says so; a fault of ours offers to start over. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const { common } = useMessages();
  if (isApiError(error)) {
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorNotice error={error} onRetry={reset} />
      </div>
    );
  }
  return (
    <EmptyState
      kind="not_found"
      isPage
      title={common.page.crashed}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {common.page.reload}
        </Button>
      }
    >
      {common.page.crashedText}
    </EmptyState>
  );
}

export function PagePending(): ReactNode {
  const { common } = useMessages();
  return (
    <div role="status" aria-label={common.loading} className="grid gap-4 p-6">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-40" />
    </div>
  );
}
