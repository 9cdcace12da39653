import type { ReactNode } from 'react';
import { useFormat } from '../messages/use-format.ts';

interface MoneyProps {
  /** Decimal digits as the service sends them. */
  readonly amount: string;
  readonly currency: string;
}

export function Money({ amount, currency }: MoneyProps): ReactNode {
  const format = useFormat();
  return <span className="whitespace-nowrap tabular-nums">{format.money(amount, currency)}</span>;
}
