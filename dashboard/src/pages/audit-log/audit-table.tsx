import { type ReactNode, useId, useState } from 'react';
import type { AuditEntryShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Clip } from '../../ui/clip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

interface AuditTableProps {
  readonly entries: readonly AuditEntryShape[];
  readonly isStale: boolean;
  readonly showsCompany: boolean;
}

export function AuditTable({ entries, isStale, showsCompany }: AuditTableProps): ReactNode {
  const { auditLog } = useMessages();
  return (
    <Table wide label={auditLog.label} stale={isStale}>
      <THead>
        <tr>
          <Th>{auditLog.at}</Th>
          <Th>{auditLog.actor}</Th>
          {showsCompany && <Th>{auditLog.company}</Th>}
          <Th>{auditLog.action}</Th>
          <Th>{auditLog.subject}</Th>
          <Th>{auditLog.address}</Th>
          <ThActions label={auditLog.details} />
        </tr>
      </THead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} showsCompany={showsCompany} />
        ))}
      </tbody>
    </Table>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntryShape;
  readonly showsCompany: boolean;
}

function AuditRow({ entry, showsCompany }: AuditRowProps): ReactNode {
  const { auditLog } = useMessages();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const action = auditLog.actions[entry.action] ?? entry.action;
  const hasDetails = Object.keys(entry.details).length > 0;
  return (
    <>
      <Tr>
        <Td className="text-muted">
          <Time value={entry.at} />
        </Td>
        <Td className="whitespace-nowrap">{entry.actor}</Td>
        {showsCompany && <Td className="whitespace-nowrap text-muted">{entry.company_name ?? '–'}</Td>}
        <Td className="min-w-44 font-medium">{action}</Td>
        <Td>
          <Clip text={entry.subject} className="max-w-52 2xl:max-w-80" />
        </Td>
        <Td className="font-mono text-xs text-muted">{entry.address === '' ? '–' : entry.address}</Td>
        <Td narrow>
          {hasDetails && (
            <IconButton
              icon={isOpen ? 'chevronUp' : 'chevronDown'}
              size="sm"
              label={auditLog.detailsOf(action)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
            />
          )}
        </Td>
      </Tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={showsCompany ? 7 : 6} className="border-b border-line bg-sunken px-4 py-3 sm:px-5">
            <Facts
              facts={Object.entries(entry.details).map(([label, value]) => ({
                label: label.replaceAll('_', ' '),
                value: typeof value === 'string' ? value : JSON.stringify(value),
              }))}
            />
          </td>
        </tr>
      )}
    </>
  );
}
