import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface TableProps {
  /** What it lists, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** While other rows are loading over the ones shown. */
  readonly stale?: boolean | undefined;
  /** Has so many columns that only a large screen holds them. */
  readonly wide?: boolean | undefined;
}

/** What scrolls sideways cannot let its head stick to the page, so the two go together. */
const WIDE_SCREEN = 'lg:overflow-visible lg:[--head-top:var(--top-bar)]';
const ROOMY_SCREEN = 'min-[87.5rem]:overflow-visible min-[87.5rem]:[--head-top:var(--top-bar)]';

/**
 * On wide screens the head sticks below the top bar; on narrow ones the table scrolls sideways in its own region.
 * `<Table><THead><tr><Th>…</Th></tr></THead><tbody><Tr><Td>…</Td></Tr></tbody></Table>`
 */
export function Table({ label, children, className, stale = false, wide = false }: TableProps): ReactNode {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx('relative overflow-x-auto rounded-[inherit]', wide ? ROOMY_SCREEN : WIDE_SCREEN)}
    >
      <table
        aria-label={label}
        aria-busy={stale || undefined}
        className={cx(
          'w-full border-separate border-spacing-0 text-sm tabular-nums transition-opacity',
          stale && 'opacity-60',
          className,
        )}
      >
        {children}
      </table>
    </div>
  );
}

export function THead({ children }: { readonly children: ReactNode }): ReactNode {
  return <thead className="text-left">{children}</thead>;
}

interface CellProps {
  /** Right-aligned, for figures. */
  readonly numeric?: boolean | undefined;
  /** As narrow as its content: checkboxes, menus. */
  readonly narrow?: boolean | undefined;
}

export function Th({
  numeric = false,
  narrow = false,
  className,
  ...props
}: ComponentProps<'th'> & CellProps): ReactNode {
  return (
    <th
      scope="col"
      {...props}
      className={cx(
        'h-9 border-b border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4 sticky top-(--head-top,auto) z-10 sm:first:pl-5 sm:last:pr-5',
        numeric && 'text-right',
        narrow && 'w-px',
        className,
      )}
    />
  );
}

/** Over a column of buttons and menus, which has no name on the screen. */
export function ThActions({ label }: { readonly label: string }): ReactNode {
  return (
    <Th narrow>
      <span className="sr-only">{label}</span>
    </Th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  readonly selected?: boolean | undefined;
  /** Where the keyboard stands. */
  readonly current?: boolean | undefined;
}

export function Tr({ selected = false, current = false, className, ...props }: RowProps): ReactNode {
  return (
    <tr
      {...props}
      data-current={current || undefined}
      className={cx(
        'group [&:last-child>td]:border-b-0',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
        current && '[&>td:first-child]:shadow-[inset_3px_0_0_var(--accent)]',
        className,
      )}
    />
  );
}

export function Td({
  numeric = false,
  narrow = false,
  className,
  ...props
}: ComponentProps<'td'> & CellProps): ReactNode {
  return (
    <td
      {...props}
      className={cx(
        'h-11 border-b border-line px-3 py-1.5 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        numeric && 'text-right whitespace-nowrap',
        narrow && 'w-px whitespace-nowrap',
        className,
      )}
    />
  );
}
