import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Deadline } from '../../answering/deadline.tsx';
import { AlertStatusBadge } from '../../answering/status-badge.tsx';
import { useLockedText } from '../../answering/use-locked-text.ts';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { AlertsSearch } from '../alerts/alerts-search.ts';
import { CardDigits } from '../alerts/card-digits.tsx';
import { HeadActions } from './head-actions.tsx';

interface AlertHeadProps {
  readonly detail: AlertDetailShape;
  readonly search: AlertsSearch;
  readonly onAnswer: () => void;
}

export function AlertHead({ detail, search, onAnswer }: AlertHeadProps): ReactNode {
  const format = useFormat();
  const { alert } = detail;
  useTabTitle(alert.provider_alert_id);
  return (
    <header className="mb-5">
      <Way detail={detail} search={search} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="text-2xl font-semibold tracking-tight tabular-nums">
              {format.money(alert.amount, alert.currency)}
            </h1>
            <AlertStatusBadge alert={alert} />
            <Deadline alert={alert} />
          </div>
          <p className="mt-1 flex flex-wrap gap-x-3 text-muted tabular-nums">
            <span className="min-w-0 truncate">{alert.merchant_name}</span>
            <span>
              <CardDigits alert={alert} />
            </span>
          </p>
          <WhatMayFollow detail={detail} />
        </div>
        <HeadActions alert={alert} onAnswer={onAnswer} />
      </div>
    </header>
  );
}

function useTabTitle(id: string): void {
  const { alert, common } = useMessages();
  const title = `${alert.title(id)} · ${common.product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Why nothing may follow, in the API's words; or until when `other` is not the last word. */
function WhatMayFollow({ detail: { alert } }: { readonly detail: AlertDetailShape }): ReactNode {
  const { alert: words, answering } = useMessages();
  const lockedText = useLockedText();
  const format = useFormat();
  if (alert.locked_reason !== null) {
    return (
      <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
        <Icon name="lock" size={14} />
        {words.locked(lockedText(alert.locked_reason))}
      </p>
    );
  }
  if (alert.status !== 'other' || alert.answer_by === null) return undefined;
  return (
    <p className="mt-1.5 text-sm text-muted">
      {answering.deadline.followUpLong(format.dateTime(alert.answer_by))}
    </p>
  );
}

function Way({ detail, search }: Omit<AlertHeadProps, 'onAnswer'>): ReactNode {
  const { alert } = useMessages();
  return (
    <div className="flex items-center justify-between gap-4">
      <nav className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <Link to="/alerts" search={search} className="rounded-sm font-medium hover:text-ink hover:underline">
          {alert.back}
        </Link>
        <Icon name="chevronRight" size={14} className="text-subtle" />
        <span className="truncate font-mono text-xs">{detail.alert.provider_alert_id}</span>
      </nav>
      <div className="flex gap-1">
        <Neighbour id={detail.previous_id} search={search} label={alert.previous} icon="chevronUp" />
        <Neighbour id={detail.next_id} search={search} label={alert.next} icon="chevronDown" />
      </div>
    </div>
  );
}

interface NeighbourProps {
  readonly id: string | null;
  readonly search: AlertsSearch;
  readonly label: string;
  readonly icon: 'chevronUp' | 'chevronDown';
}

function Neighbour({ id, search, label, icon }: NeighbourProps): ReactNode {
  const className = cx(buttonClass('secondary', 'sm', id === null), 'w-8 px-0!');
  if (id === null) {
    return (
      <span role="link" aria-disabled="true" aria-label={label} className={className}>
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <Link
      to="/alerts/$id"
      params={{ id }}
      search={search}
      aria-label={label}
      title={label}
      className={className}
    >
      <Icon name={icon} />
    </Link>
  );
}
