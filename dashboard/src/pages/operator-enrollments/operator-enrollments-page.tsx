import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { EnrollmentShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { OnlyCompany } from '../operator/only-company.tsx';
import { CreateEnrollmentDialog } from './create-enrollment-dialog.tsx';
import { EnrollmentTable } from './enrollment-table.tsx';

export function OperatorEnrollmentsPage(): ReactNode {
  const {
    operator: { enrollments: texts },
  } = useMessages();
  const search = useSearch({ from: '/shell/operator/enrollments' });
  const query = useGet<{ readonly data: readonly EnrollmentShape[] }>('/operator/enrollments', {
    query: search,
  });
  const disabledReason = useDisabledReason('manage_merchants');
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <CreateButton label={texts.create} disabledReason={disabledReason}>
            {(close) => <CreateEnrollmentDialog onClose={close} />}
          </CreateButton>
        }
      />
      <ChosenFilters merchantName={query.data?.data[0]?.merchant_name} />
      <Card flush>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState kind="setup" title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            ) : (
              <EnrollmentTable enrollments={data} isStale={query.isPlaceholderData} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

interface ChosenFiltersProps {
  readonly merchantName: string | undefined;
}

function ChosenFilters({ merchantName }: ChosenFiltersProps): ReactNode {
  const { operator } = useMessages();
  const { company_id: companyId, merchant_id: merchantId } = useSearch({
    from: '/shell/operator/enrollments',
  });
  const navigate = useNavigate({ from: '/operator/enrollments' });
  if (companyId === undefined && merchantId === undefined) return undefined;
  return (
    <FilterBar>
      {companyId !== undefined && (
        <OnlyCompany id={companyId} onClear={() => void navigate({ search: { merchant_id: merchantId } })} />
      )}
      {merchantId !== undefined && (
        <Button icon="x" onClick={() => void navigate({ search: { company_id: companyId } })}>
          {operator.enrollments.filteredTo(merchantName ?? merchantId)}
        </Button>
      )}
    </FilterBar>
  );
}
