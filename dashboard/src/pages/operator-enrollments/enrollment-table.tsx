import type { ReactNode } from 'react';
import type { EnrollmentShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { RouteText } from '../operator/route-text.tsx';

interface EnrollmentTableProps {
  readonly enrollments: readonly EnrollmentShape[];
  readonly isStale: boolean;
}

export function EnrollmentTable({ enrollments, isStale }: EnrollmentTableProps): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.enrollments;
  return (
    <Table label={texts.label} stale={isStale}>
      <THead>
        <tr>
          <Th>{texts.provider}</Th>
          <Th>{texts.route}</Th>
          <Th>{texts.merchant}</Th>
          <Th>{texts.company}</Th>
          <Th>{texts.created}</Th>
        </tr>
      </THead>
      <tbody>
        {enrollments.map((enrollment) => (
          <Tr key={enrollment.id}>
            <Td className="whitespace-nowrap">{common.providers[enrollment.provider]}</Td>
            <Td>
              <RouteText routed={enrollment} />
            </Td>
            <Td className="font-medium">{enrollment.merchant_name}</Td>
            <Td className="text-muted">{enrollment.company_name}</Td>
            <Td className="text-muted">
              <Time value={enrollment.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
