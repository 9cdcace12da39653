import type { ReactNode } from 'react';
import type { CompanyPageShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';

interface OnlyCompanyProps {
  readonly id: string;
  readonly onClear: () => void;
}

/** Says that the list is that of one company, and lifts that. */
export function OnlyCompany({ id, onClear }: OnlyCompanyProps): ReactNode {
  const { operator } = useMessages();
  const name = useCompanyName(id);
  return (
    <Button icon="x" onClick={onClear}>
      {operator.merchants.filteredTo(name ?? id)}
    </Button>
  );
}

export function useCompanyName(id: string | undefined): string | undefined {
  const query = useGet<CompanyPageShape>('/operator/companies', {
    query: { q: id },
    enabled: id !== undefined,
  });
  return query.data?.data.find((company) => company.id === id)?.name;
}
