import type { ReactNode } from 'react';
import type { AlertRowShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';

export function CardDigits({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  const { alerts } = useMessages();
  const { card_bin: bin, card_last4: last4 } = alert;
  return (
    <>
      <span aria-hidden="true">
        <span className="text-muted">
          <span className="md:max-xl:hidden">{bin}</span> ····{' '}
        </span>
        {last4}
      </span>
      <span className="sr-only">{alerts.cardEnding(bin, last4)}</span>
    </>
  );
}
