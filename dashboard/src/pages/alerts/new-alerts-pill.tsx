import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon } from '../../ui/icon.tsx';

interface NewAlertsPillProps {
  readonly newCount: number;
  readonly goneCount: number;
  readonly onShow: () => void;
}

/** News wait here: rows never move under somebody's hand. */
export function NewAlertsPill({ newCount, goneCount, onShow }: NewAlertsPillProps): ReactNode {
  const { alerts } = useMessages();
  const parts = [
    newCount > 0 && alerts.newAlerts(newCount),
    goneCount > 0 && alerts.noLongerHere(goneCount),
  ].filter((part) => part !== false);
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--top-bar)+3rem)] z-20 h-0 text-center"
    >
      {parts.length > 0 && (
        <button
          type="button"
          className="pointer-events-auto inline-flex h-8 -translate-y-5 animate-[arrive_160ms_ease-out] items-center gap-2 rounded-full bg-accent px-3.5 text-sm font-medium text-on-accent shadow-high hover:bg-accent-strong"
          onClick={onShow}
        >
          <Icon name="refresh" size={14} />
          {parts.join(' · ')}
          <span className="opacity-85">{alerts.show}</span>
        </button>
      )}
    </div>
  );
}
