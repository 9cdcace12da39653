import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { CompanyRowShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { InviteDialog } from '../team/invite-dialog.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { UnblockDialog } from './unblock-dialog.tsx';

type Task = 'invite' | 'block' | 'unblock';

interface CompanyTableProps {
  readonly companies: readonly CompanyRowShape[];
  readonly isStale: boolean;
}

export function CompanyTable({ companies, isStale }: CompanyTableProps): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.companies;
  const [open, setOpen] = useState<{ readonly company: CompanyRowShape; readonly task: Task }>();
  return (
    <>
      <Table wide label={texts.label} stale={isStale}>
        <THead>
          <tr>
            <Th>{texts.name}</Th>
            <Th>{texts.state}</Th>
            <Th numeric>{texts.merchants}</Th>
            <Th numeric>{texts.users}</Th>
            <Th numeric>{texts.endpoints}</Th>
            <Th>{texts.created}</Th>
            <ThActions label={common.more} />
          </tr>
        </THead>
        <tbody>
          {companies.map((company) => (
            <CompanyRow key={company.id} company={company} onTask={(task) => setOpen({ company, task })} />
          ))}
        </tbody>
      </Table>
      {open && <TaskDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface TaskDialogProps {
  readonly company: CompanyRowShape;
  readonly task: Task;
  readonly onClose: () => void;
}

function TaskDialog({ company, task, onClose }: TaskDialogProps): ReactNode {
  const { operator } = useMessages();
  switch (task) {
    case 'invite':
      return (
        <InviteDialog
          path={`/operator/companies/${company.id}/invitations`}
          refreshed="/operator/companies"
          title={operator.companies.inviteTitle(company.name)}
          firstRole="owner"
          onClose={onClose}
        />
      );
    case 'block':
      return <BlockDialog company={company} onClose={onClose} />;
    case 'unblock':
      return <UnblockDialog company={company} onClose={onClose} />;
  }
}

interface CompanyRowProps {
  readonly company: CompanyRowShape;
  readonly onTask: (task: Task) => void;
}

function CompanyRow({ company, onTask }: CompanyRowProps): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  const format = useFormat();
  return (
    <Tr>
      <Td>
        <Link
          to="/operator/merchants"
          search={{ company_id: company.id }}
          className="font-medium whitespace-nowrap text-accent-ink hover:underline"
        >
          {company.name}
        </Link>
        <span className="flex items-center gap-1 font-mono text-xs whitespace-nowrap text-muted">
          {company.id}
          <CopyButton value={company.id} />
        </span>
      </Td>
      <Td>
        <CompanyState company={company} />
      </Td>
      <Td numeric>{format.number(company.merchants)}</Td>
      <Td numeric>{format.number(company.users)}</Td>
      <Td numeric>{format.number(company.endpoints)}</Td>
      <Td className="text-muted">
        <Time value={company.created_at} />
      </Td>
      <Td narrow>
        <CompanyMenu company={company} label={texts.actionsOf(company.name)} onTask={onTask} />
      </Td>
    </Tr>
  );
}

function CompanyState({ company: { blocked } }: { readonly company: CompanyRowShape }): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  const format = useFormat();
  if (!blocked) return <Badge tone="success">{texts.active}</Badge>;
  return (
    <>
      <Badge tone="danger" icon="ban">
        {texts.blocked}
      </Badge>
      <span className="mt-0.5 block max-w-64 truncate text-xs text-muted" title={blocked.reason}>
        {texts.blockedSince(format.dateTime(blocked.at))} · {blocked.reason}
      </span>
    </>
  );
}

function CompanyMenu({ company, label, onTask }: CompanyRowProps & { readonly label: string }): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  const navigate = useNavigate();
  const disabledReason = useDisabledReason('manage_companies');
  const block: MenuEntry = company.blocked
    ? {
        key: 'unblock',
        label: texts.unblock,
        icon: 'check',
        disabledReason,
        onSelect: () => onTask('unblock'),
      }
    : {
        key: 'block',
        label: texts.block,
        icon: 'ban',
        tone: 'danger',
        disabledReason,
        onSelect: () => onTask('block'),
      };
  return (
    <Menu
      entries={[
        {
          key: 'merchants',
          label: texts.toMerchants,
          icon: 'store',
          onSelect: () => void navigate({ to: '/operator/merchants', search: { company_id: company.id } }),
        },
        {
          key: 'invite',
          label: texts.invite,
          icon: 'user',
          disabledReason,
          onSelect: () => onTask('invite'),
        },
        { kind: 'separator', key: 'line' },
        block,
      ]}
      trigger={(props) => <IconButton {...props} icon="more" size="sm" label={label} />}
    />
  );
}
