import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AlertsActions } from './alerts-actions.tsx';
import { AlertsList } from './alerts-list.tsx';
import { filterOf } from './alerts-search.ts';
import { AnswerDialogs } from './answer-dialogs.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useAlertList } from './use-alert-list.ts';
import { useAnswering } from './use-answering.ts';
import { ViewTabs } from './view-tabs.tsx';

export function AlertsPage(): ReactNode {
  const { alerts } = useMessages();
  const search = useSearch({ from: '/shell/alerts' });
  const list = useAlertList(search);
  const selection = useSelection(JSON.stringify(filterOf(search)));
  const page = list.steady?.page;
  const total = page?.meta.total ?? 0;
  const answering = useAnswering(search, selection, total);
  return (
    <>
      <PageHeader title={alerts.title} actions={<AlertsActions search={search} />} />
      <div className="grid grid-cols-1 gap-4">
        <ViewTabs search={search} totals={page?.view_totals} />
        <FilterBar search={search} merchants={page?.merchants ?? []} />
        <AlertsList search={search} list={list} selection={selection} answering={answering} />
      </div>
      <SelectionBar selection={selection} total={total} onAnswer={answering.answerSelection} />
      <AnswerDialogs
        answering={answering}
        onUpdated={() => {
          selection.clear();
          list.reload();
        }}
      />
    </>
  );
}
