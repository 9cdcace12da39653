import type { ReactNode } from 'react';

export function Logo({ size }: { readonly size: number }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M10 21.5v-7a6 6 0 0 1 12 0v7M7.5 21.5h17M14 25.2a2.4 2.4 0 0 0 4 0"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      />
    </svg>
  );
}
