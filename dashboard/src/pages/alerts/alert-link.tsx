import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { AlertRowProps } from './alert-rows.ts';

/** The whole row is its surface. It takes the filter along, for previous and next. */
export function AlertLink({ alert, search }: Pick<AlertRowProps, 'alert' | 'search'>): ReactNode {
  const { alerts } = useMessages();
  const format = useFormat();
  const money = format.money(alert.amount, alert.currency);
  return (
    <Link
      to="/alerts/$id"
      params={{ id: alert.id }}
      search={search}
      preload={false}
      data-row-link
      aria-label={alerts.rowName(money, alert.card_last4)}
      className="font-semibold whitespace-nowrap tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {money}
    </Link>
  );
}
