import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditLogShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AuditFilters } from '../audit-log/audit-filters.tsx';
import { AuditList } from '../audit-log/audit-list.tsx';

export function OperatorAuditLogPage(): ReactNode {
  const { operator, auditLog } = useMessages();
  const search = useSearch({ from: '/shell/operator/audit-log' });
  const navigate = useNavigate({ from: '/operator/audit-log' });
  const query = useGet<AuditLogShape>('/operator/audit-log', { query: search });
  return (
    <>
      <PageHeader title={operator.auditLog.title} description={operator.auditLog.description} />
      <AuditFilters
        groups={{ ...auditLog.groups, ...auditLog.operatorGroups }}
        search={search}
        onChange={(next) => void navigate({ search: next })}
      />
      <AuditList
        showsCompany
        query={query}
        search={search}
        onChange={(next) => void navigate({ search: next })}
      />
    </>
  );
}
