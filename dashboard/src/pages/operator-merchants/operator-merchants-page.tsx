import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { MerchantShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { OnlyCompany } from '../operator/only-company.tsx';
import { CreateMerchantDialog } from './create-merchant-dialog.tsx';
import { MerchantTable } from './merchant-table.tsx';

export function OperatorMerchantsPage(): ReactNode {
  const {
    operator: { merchants: texts },
  } = useMessages();
  const search = useSearch({ from: '/shell/operator/merchants' });
  const { company_id: companyId, q } = search;
  const query = useGet<{ readonly data: readonly MerchantShape[] }>('/operator/merchants', { query: search });
  const disabledReason = useDisabledReason('manage_merchants');
  const isFiltered = companyId !== undefined || q !== undefined;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <CreateButton label={texts.create} disabledReason={disabledReason}>
            {(close) => <CreateMerchantDialog companyId={companyId} onClose={close} />}
          </CreateButton>
        }
      />
      <MerchantFilters />
      <Card flush>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                kind={q === undefined ? 'setup' : 'no_match'}
                title={isFiltered ? texts.noMatch : texts.empty}
              >
                {q === undefined ? texts.emptyText : texts.noMatchText}
              </EmptyState>
            ) : (
              <MerchantTable merchants={data} isStale={query.isPlaceholderData} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function MerchantFilters(): ReactNode {
  const {
    operator: { merchants: texts },
  } = useMessages();
  const search = useSearch({ from: '/shell/operator/merchants' });
  const navigate = useNavigate({ from: '/operator/merchants' });
  const { company_id: companyId, q } = search;
  return (
    <FilterBar>
      <SearchInput
        label={texts.search}
        value={q}
        onSearch={(text) => void navigate({ search: { ...search, q: text } })}
      />
      {companyId !== undefined && (
        <OnlyCompany id={companyId} onClear={() => void navigate({ search: { q } })} />
      )}
    </FilterBar>
  );
}
