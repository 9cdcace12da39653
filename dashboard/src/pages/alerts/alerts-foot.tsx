import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AlertPageShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type AlertsSearch, isByTimeLeft, PER_PAGE_CHOICES } from './alerts-search.ts';
import { useChangeSearch } from './use-change-search.ts';

interface AlertsFootProps {
  readonly search: AlertsSearch;
  readonly page: AlertPageShape;
}

export function AlertsFoot({ search, page }: AlertsFootProps): ReactNode {
  const { alerts } = useMessages();
  const navigate = useNavigate({ from: '/alerts' });
  const change = useChangeSearch();
  const { page: number, per_page: perPage, total } = page.meta;
  const shown = PER_PAGE_CHOICES.find((choice) => choice === String(perPage)) ?? '50';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-muted">
      <p>{isByTimeLeft(search) ? alerts.sortedByTime : alerts.sortedByNewest}</p>
      <div className="flex flex-wrap items-center gap-x-6 max-md:w-full max-md:justify-between">
        <Field
          label={alerts.perPage}
          className="flex items-center gap-2 [&>label]:mb-0! [&>label]:font-normal"
        >
          {(control) => (
            <Select
              {...control}
              className="w-20"
              value={shown}
              choices={PER_PAGE_CHOICES.map((value) => ({ value, label: value }))}
              onChange={(value) => change({ per_page: value })}
            />
          )}
        </Field>
        <Pagination
          page={number}
          perPage={perPage}
          total={total}
          onPage={(next) =>
            void navigate({ to: '.', search: (before) => ({ ...before, page: String(next) }) })
          }
        />
      </div>
    </div>
  );
}
