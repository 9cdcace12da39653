import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly code: string;
  readonly wrap?: boolean | undefined;
}

export function CodeBlock({ label, code, wrap = false }: CodeBlockProps): ReactNode {
  return (
    <div className="relative rounded-md border border-line bg-sunken">
      <div className="absolute top-1 right-1 rounded-md bg-sunken">
        <CopyButton value={code} />
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        role="region"
        className={`max-h-96 overflow-auto p-3 pr-11 font-mono text-xs ${wrap ? 'break-all whitespace-pre-wrap' : ''}`}
      >
        {code}
      </pre>
    </div>
  );
}
