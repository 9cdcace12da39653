import type { ReactNode } from 'react';

/** Above a list: what narrows it. */
export function FilterBar({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="mb-4 flex flex-wrap items-center gap-2">{children}</div>;
}
