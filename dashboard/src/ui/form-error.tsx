import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function FormError({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink"
    >
      <Icon name="warning" className="mt-0.5" />
      {children}
    </p>
  );
}
