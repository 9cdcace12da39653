import type { ReactNode } from 'react';
import { TestAlertButton } from '../../answering/test-alert-button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoneYet(): ReactNode {
  const { noneYet } = useMessages().setup;
  return (
    <Card>
      <EmptyState kind="nothing_yet" title={noneYet.title} action={<TestAlertButton />}>
        {noneYet.text}
      </EmptyState>
    </Card>
  );
}
