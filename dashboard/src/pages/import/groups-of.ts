import type { BulkUpdateShape, RowVerdict } from '../../api/shapes.ts';
import type { Messages } from '../../messages/load-messages.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon-paths.ts';

/** Rows that share their fate. */
export interface RowGroup {
  readonly key: string;
  readonly tone: Tone;
  readonly icon: IconName;
  readonly name: string;
  readonly text: string;
  /** The API's exact words. */
  readonly message: string | null;
  readonly rows: number;
  readonly filter: { readonly verdict?: RowVerdict; readonly result?: string };
}

const LOOKS: Readonly<Record<RowVerdict, readonly [Tone, IconName]>> = {
  will_apply: ['success', 'checkCircle'],
  not_found: ['warning', 'search'],
  invalid_status: ['danger', 'xCircle'],
  alert_expired: ['neutral', 'hourglass'],
  deadline_passed: ['neutral', 'clock'],
  already_definitive: ['neutral', 'lock'],
  company_blocked: ['danger', 'ban'],
  duplicate: ['neutral', 'copy'],
  conflicting: ['warning', 'split'],
  ambiguous: ['warning', 'info'],
  damaged: ['danger', 'warning'],
  invalid_provider: ['danger', 'xCircle'],
  missing_value: ['danger', 'circleDashed'],
};

/** Before it runs, what the check says; afterwards, what became of the rows first. */
export function groupsOf(run: BulkUpdateShape, texts: Messages['imports']): readonly RowGroup[] {
  const checked = run.verdicts.map(({ verdict, rows, message }): RowGroup => {
    const [tone, icon] = LOOKS[verdict];
    return { key: verdict, tone, icon, rows, message, filter: { verdict }, ...texts.verdicts[verdict] };
  });
  const hasBegun = run.state === 'running' || run.state === 'cancelled' || run.state === 'done';
  if (!hasBegun) return checked.filter(({ rows }) => rows > 0);
  const others = checked.filter(({ key }) => key !== 'will_apply');
  return [...results(run, texts.results), ...others].filter(({ rows }) => rows > 0);
}

function results(run: BulkUpdateShape, texts: Messages['imports']['results']): readonly RowGroup[] {
  const { rows_applied: applied, rows_refused: refused } = run;
  const left = run.state === 'running' ? 0 : run.rows_to_apply - applied - refused;
  const group = (result: keyof typeof texts, rows: number, tone: Tone, icon: IconName): RowGroup => ({
    key: result,
    tone,
    icon,
    rows,
    message: null,
    filter: { result },
    ...texts[result],
  });
  return [
    group('applied', applied, 'success', 'checkCircle'),
    group('refused', refused, 'danger', 'xCircle'),
    group('waiting', left, 'neutral', 'pause'),
  ];
}
