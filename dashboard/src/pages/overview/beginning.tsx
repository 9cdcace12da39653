import type { ReactNode } from 'react';
import type { OverviewShape } from '../../api/shapes.ts';
import { NoneYet } from './none-yet.tsx';
import { SetupChecklist } from './setup-checklist.tsx';

/** Before the first alert: what is left to do, or that all is ready. */
export function Beginning({ data }: { readonly data: OverviewShape }): ReactNode {
  const { has_alert: _hasAlert, ...steps } = data.setup;
  return Object.values(steps).every(Boolean) ? <NoneYet /> : <SetupChecklist setup={data.setup} />;
}
