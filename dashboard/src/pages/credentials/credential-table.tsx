import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { CredentialShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Table, Td, Th, ThActions, THead, Tr } from '../../ui/table.tsx';
import { RelativeTime, Time } from '../../ui/time.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

interface CredentialTableProps {
  readonly credentials: readonly CredentialShape[];
}

export function CredentialTable({ credentials }: CredentialTableProps): ReactNode {
  const { credentials: texts, common } = useMessages();
  const [revoking, setRevoking] = useState<CredentialShape>();
  return (
    <>
      <Table wide label={texts.label}>
        <THead>
          <tr>
            <Th>{texts.clientId}</Th>
            <Th>{texts.state}</Th>
            <Th>{texts.lastUsed}</Th>
            <Th>{texts.legacy}</Th>
            <Th>{texts.created}</Th>
            <ThActions label={common.more} />
          </tr>
        </THead>
        <tbody>
          {credentials.map((one) => (
            <CredentialRow key={one.client_id} credential={one} onRevoke={() => setRevoking(one)} />
          ))}
        </tbody>
      </Table>
      {revoking && <RevokeDialog credential={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

interface CredentialRowProps {
  readonly credential: CredentialShape;
  readonly onRevoke: () => void;
}

function CredentialRow({ credential, onRevoke }: CredentialRowProps): ReactNode {
  const { credentials: texts } = useMessages();
  const disabledReason = useDisabledReason('manage_credentials');
  const { client_id: clientId, revoked_at: revokedAt, last_used_at: lastUsedAt } = credential;
  return (
    <Tr className={revokedAt === null ? undefined : 'text-muted'}>
      <Td>
        <span className="inline-flex items-center gap-1 font-mono text-xs whitespace-nowrap">
          {clientId}
          <CopyButton value={clientId} label={texts.clientId} />
        </span>
      </Td>
      <Td>
        <CredentialState isRevoked={revokedAt !== null} />
      </Td>
      <Td>
        {lastUsedAt === null ? (
          <span className="text-muted">{texts.neverUsed}</span>
        ) : (
          <RelativeTime value={lastUsedAt} />
        )}
      </Td>
      <Td>
        <LegacyCalls credential={credential} />
      </Td>
      <Td className="text-muted">
        <Time value={credential.created_at} />
      </Td>
      <Td narrow>
        {revokedAt === null && (
          <Menu
            entries={[
              {
                key: 'revoke',
                label: texts.revoke,
                icon: 'ban',
                tone: 'danger',
                disabledReason,
                onSelect: onRevoke,
              },
            ]}
            trigger={(props) => (
              <IconButton {...props} icon="more" size="sm" label={texts.actionsOf(clientId)} />
            )}
          />
        )}
      </Td>
    </Tr>
  );
}

function CredentialState({ isRevoked }: { readonly isRevoked: boolean }): ReactNode {
  const { credentials: texts } = useMessages();
  return isRevoked ? <Badge icon="ban">{texts.revoked}</Badge> : <Badge tone="success">{texts.active}</Badge>;
}

function LegacyCalls({ credential }: { readonly credential: CredentialShape }): ReactNode {
  const { credentials: texts, common } = useMessages();
  if (credential.legacy_calls.length === 0) return <span className="text-muted">{common.none}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {credential.legacy_calls.map(({ alias, calls, last_called_at: lastAt }) => (
        <span key={alias} className="whitespace-nowrap">
          {texts.aliases[alias]}: {texts.calls(calls)}{' '}
          <span className="text-xs text-muted">
            (<RelativeTime value={lastAt} />)
          </span>
        </span>
      ))}
    </span>
  );
}
