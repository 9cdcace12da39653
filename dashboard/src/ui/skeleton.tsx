import type { ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from './cx.ts';

/** In the place and size of what is coming. Only for the first load. */
export function Skeleton({ className }: { readonly className?: string | undefined }): ReactNode {
  return <div aria-hidden="true" className={cx('animate-shimmer rounded-md bg-hover', className ?? 'h-4')} />;
}

interface SkeletonRowsProps {
  readonly rows?: number | undefined;
}

export function SkeletonRows({ rows = 6 }: SkeletonRowsProps): ReactNode {
  const { common } = useMessages();
  return (
    <div role="status" aria-label={common.loading} className="grid gap-3 p-4 sm:px-5">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="h-5 w-1/5" />
          <Skeleton className="h-5 grow" />
          <Skeleton className="h-5 w-1/6" />
        </div>
      ))}
    </div>
  );
}
