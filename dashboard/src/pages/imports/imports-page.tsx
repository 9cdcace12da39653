import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiUrl } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import type { BulkUpdatePageShape } from '../../api/shapes.ts';
import { useGet, useRefresh } from '../../api/use-get.ts';
import { useLanguage } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PastRuns } from './past-runs.tsx';
import { UploadCard } from './upload-card.tsx';

export function ImportsPage(): ReactNode {
  const {
    language,
    messages: { imports },
  } = useLanguage();
  const { page, source } = useSearch({ from: '/shell/imports' });
  const query = useGet<BulkUpdatePageShape>('/bulk-updates', { query: { page, source } });
  const refresh = useRefresh();
  useLive('bulk_updates', () => void refresh('/bulk-updates'));
  return (
    <>
      <PageHeader
        title={imports.title}
        description={imports.description}
        actions={
          <a
            href={apiUrl('/bulk-updates/template.csv', { locale: language })}
            download
            className={buttonClass()}
          >
            <Icon name="download" />
            {imports.template}
          </a>
        }
      />
      <div className="grid grid-cols-1 gap-5">
        <UploadCard />
        <PastRuns query={query} source={source} />
      </div>
    </>
  );
}
