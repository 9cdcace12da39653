import { type ReactNode, useEffect, useRef } from 'react';
import { useServerValue } from '../api/server-clock.ts';
import { useMessages } from '../messages/use-messages.ts';
import { TONE_ICONS } from './badge.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { dismissToast, type Toast } from './toast-store.ts';

const TONE_TEXT = {
  neutral: 'text-muted',
  info: 'text-info-ink',
  success: 'text-success-ink',
  warning: 'text-warning-ink',
  danger: 'text-danger-ink',
} as const;

/** A popover, so that it stays above everything. */
export function Toasts({ toasts }: { readonly toasts: readonly Toast[] }): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    region.current?.showPopover();
  }, []);
  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      className="fixed right-4 bottom-4 left-auto w-[min(26rem,calc(100vw-2rem))] gap-2 overflow-visible bg-transparent text-ink open:grid"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }): ReactNode {
  const { common } = useMessages();
  const { id, tone = 'neutral', text, action, until } = toast;
  return (
    <div className="flex animate-[arrive_160ms_ease-out] items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-3.5 text-sm shadow-high">
      <Icon name={TONE_ICONS[tone]} className={cx(TONE_TEXT[tone])} />
      <p className="min-w-0 grow">{text}</p>
      {action && (
        <button
          type="button"
          className="rounded-md px-2 py-1 font-semibold whitespace-nowrap text-accent-ink hover:bg-hover"
          onClick={() => {
            dismissToast(id);
            action.onSelect();
          }}
        >
          {action.label}
          {until !== undefined && <SecondsLeft until={until} />}
        </button>
      )}
      <IconButton icon="x" size="sm" label={common.close} onClick={() => dismissToast(id)} />
    </div>
  );
}

function SecondsLeft({ until }: { readonly until: string }): ReactNode {
  const { common } = useMessages();
  const end = Date.parse(until);
  const seconds = useServerValue((now) => Math.max(0, Math.ceil((end - now) / 1000)));
  return (
    <span aria-hidden="true" className="ml-1.5 font-normal text-muted tabular-nums">
      {common.secondsLeft(seconds)}
    </span>
  );
}
