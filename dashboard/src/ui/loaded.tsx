import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiError, isApiError } from '../api/api-error.ts';
import { useMessages } from '../messages/use-messages.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T, ApiError>;
  readonly skeleton?: ReactNode | undefined;
  readonly children: (data: T) => ReactNode;
}

/** What is read, once it is there: a skeleton before, the reason when it cannot be, and above old data when it is old. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>): ReactNode {
  const { data, error, refetch } = query;
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden />;
  const notice = error && (
    <div className="p-4">
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    </div>
  );
  if (data === undefined) return notice ?? skeleton ?? <SkeletonRows />;
  return (
    <>
      {notice}
      {children(data)}
    </>
  );
}

function Forbidden(): ReactNode {
  const { common } = useMessages();
  return (
    <EmptyState kind="forbidden" title={common.page.forbidden}>
      {common.page.forbiddenText}
    </EmptyState>
  );
}
