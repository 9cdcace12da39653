import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { CompanyPageShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { CompanyTable } from './company-table.tsx';
import { CreateCompanyDialog } from './create-company-dialog.tsx';

export function OperatorCompaniesPage(): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  const { q, page } = useSearch({ from: '/shell/operator/companies' });
  const navigate = useNavigate({ from: '/operator/companies' });
  const query = useGet<CompanyPageShape>('/operator/companies', { query: { q, page } });
  const disabledReason = useDisabledReason('manage_companies');
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <CreateButton label={texts.create} disabledReason={disabledReason}>
            {(close) => <CreateCompanyDialog onClose={close} />}
          </CreateButton>
        }
      />
      <FilterBar>
        <SearchInput
          label={texts.search}
          value={q}
          onSearch={(text) => void navigate({ search: text === undefined ? {} : { q: text } })}
        />
      </FilterBar>
      <Card flush>
        <Loaded query={query}>
          {(list) =>
            list.data.length === 0 ? (
              <NoCompanies isFiltered={q !== undefined} />
            ) : (
              <Companies list={list} isStale={query.isPlaceholderData} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

interface CompaniesProps {
  readonly list: CompanyPageShape;
  readonly isStale: boolean;
}

function Companies({ list: { data, meta }, isStale }: CompaniesProps): ReactNode {
  const navigate = useNavigate({ from: '/operator/companies' });
  return (
    <>
      <CompanyTable companies={data} isStale={isStale} />
      <div className="border-t border-line px-4 sm:px-5">
        <Pagination
          page={meta.page}
          perPage={meta.per_page}
          total={meta.total}
          onPage={(page) => void navigate({ search: (search) => ({ ...search, page: String(page) }) })}
        />
      </div>
    </>
  );
}

function NoCompanies({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  return (
    <EmptyState kind={isFiltered ? 'no_match' : 'setup'} title={isFiltered ? texts.noMatch : texts.empty}>
      {isFiltered ? texts.noMatchText : texts.emptyText}
    </EmptyState>
  );
}
