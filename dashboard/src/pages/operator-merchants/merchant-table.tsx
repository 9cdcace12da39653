import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MerchantShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

interface MerchantTableProps {
  readonly merchants: readonly MerchantShape[];
  readonly isStale: boolean;
}

export function MerchantTable({ merchants, isStale }: MerchantTableProps): ReactNode {
  const {
    operator: { merchants: texts },
  } = useMessages();
  const format = useFormat();
  return (
    <Table label={texts.label} stale={isStale}>
      <THead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.company}</Th>
          <Th numeric>{texts.enrollments}</Th>
          <Th>{texts.created}</Th>
        </tr>
      </THead>
      <tbody>
        {merchants.map((merchant) => (
          <Tr key={merchant.id}>
            <Td>
              <Link
                to="/operator/enrollments"
                search={{ merchant_id: merchant.id }}
                className="font-medium text-accent-ink hover:underline"
              >
                {merchant.name}
              </Link>
            </Td>
            <Td className="text-muted">{merchant.company_name}</Td>
            <Td numeric>{format.number(merchant.enrollments)}</Td>
            <Td className="text-muted">
              <Time value={merchant.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
