import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { CredentialShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CreateCredentialsDialog } from './create-credentials-dialog.tsx';
import { CredentialTable } from './credential-table.tsx';

interface CredentialList {
  readonly data: readonly CredentialShape[];
}

export function CredentialsPage(): ReactNode {
  const { credentials } = useMessages();
  const query = useGet<CredentialList>('/credentials');
  const [isCreating, setIsCreating] = useState(false);
  const disabledReason = useDisabledReason('manage_credentials');
  const createButton = (
    <Button variant="primary" icon="plus" disabledReason={disabledReason} onClick={() => setIsCreating(true)}>
      {credentials.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={credentials.title} description={credentials.description} actions={createButton} />
      <div className="grid grid-cols-1 gap-4">
        {query.data && <LegacyNotice list={query.data} />}
        <Card flush>
          <Loaded query={query}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState kind="setup" title={credentials.empty} action={createButton}>
                  {credentials.emptyText}
                </EmptyState>
              ) : (
                <CredentialTable credentials={data} />
              )
            }
          </Loaded>
        </Card>
      </div>
      {isCreating && <CreateCredentialsDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function LegacyNotice({ list }: { readonly list: CredentialList }): ReactNode {
  const { credentials } = useMessages();
  const hasLegacy = list.data.some((one) => one.revoked_at === null && one.legacy_calls.length > 0);
  if (!hasLegacy) return undefined;
  return (
    <Notice tone="warning" title={credentials.legacyTitle}>
      {credentials.legacyText}{' '}
      <a href="/docs" className="font-medium underline">
        {credentials.docs}
      </a>
    </Notice>
  );
}
