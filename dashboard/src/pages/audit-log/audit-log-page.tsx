import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiUrl } from '../../api/client.ts';
import type { AuditLogShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useLanguage } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';

export function AuditLogPage(): ReactNode {
  const {
    language,
    messages: { auditLog },
  } = useLanguage();
  const search = useSearch({ from: '/shell/audit-log' });
  const navigate = useNavigate({ from: '/audit-log' });
  const query = useGet<AuditLogShape>('/audit-log', { query: search });
  const { before: _, ...filter } = search;
  return (
    <>
      <PageHeader
        title={auditLog.title}
        description={auditLog.description}
        actions={
          <a
            href={apiUrl('/audit-log/export', { ...filter, locale: language })}
            download
            className={buttonClass()}
          >
            <Icon name="download" />
            {auditLog.export}
          </a>
        }
      />
      <AuditFilters
        groups={auditLog.groups}
        search={search}
        onChange={(next) => void navigate({ search: next })}
      />
      <AuditList query={query} search={search} onChange={(next) => void navigate({ search: next })} />
    </>
  );
}
