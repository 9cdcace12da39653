import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiUrl, post } from '../../api/client.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import type { Messages } from '../../messages/load-messages.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useLanguage } from '../../messages/use-messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PanelBar } from './panel-bar.tsx';
import { runPath } from './use-run.ts';

/** The report: what was applied, the file of results, and another go for the rest. */
export function FinishedPanel({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const {
    language,
    messages: { imports },
  } = useLanguage();
  const format = useFormat();
  const texts = imports.run;
  const isWhole = run.state === 'done' && run.rows_refused === 0;
  const rerun = useRerun(run.id);
  const disabledReason = useDisabledReason('run_bulk_updates');
  return (
    <PanelBar
      icon={isWhole ? 'checkCircle' : 'warning'}
      tone={isWhole ? 'success' : 'warning'}
      title={summary(run, texts)}
      text={run.finished_at === null ? undefined : texts.finishedAt(format.dateTime(run.finished_at))}
      actions={
        <>
          {hasRest(run) && (
            <Button
              icon="refresh"
              title={texts.rerunHint}
              busy={rerun.isPending}
              disabledReason={disabledReason}
              onClick={() => rerun.mutate()}
            >
              {texts.rerun}
            </Button>
          )}
          <a
            href={apiUrl(`${runPath(run.id)}/result.csv`, { locale: language })}
            download
            title={texts.resultHint}
            className={buttonClass('primary')}
          >
            <Icon name="download" />
            {texts.result}
          </a>
        </>
      }
    >
      {rerun.error && <ErrorNotice error={rerun.error} />}
    </PanelBar>
  );
}

/** What was left or refused, and what may have been found or unblocked since. */
function hasRest(run: BulkUpdateShape): boolean {
  const mayPass = run.verdicts.some(
    ({ verdict }) => verdict === 'not_found' || verdict === 'company_blocked',
  );
  return mayPass || run.rows_applied < run.rows_to_apply;
}

function summary(run: BulkUpdateShape, texts: Messages['imports']['run']): string {
  const { rows_applied: applied, rows_refused: refused } = run;
  if (run.state === 'cancelled' && applied + refused === 0) return texts.cancelledWhole;
  if (run.state === 'cancelled') return texts.cancelledText(applied, run.rows_to_apply - applied - refused);
  return refused === 0 ? texts.doneAll(applied) : texts.doneSome(applied, refused);
}

function useRerun(id: string) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => post<BulkUpdateShape>(`${runPath(id)}/rerun`),
    onSuccess: async (made) => {
      void refresh('/bulk-updates');
      await navigate({ to: '/imports/$id', params: { id: made.id } });
    },
  });
}
