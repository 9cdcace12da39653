import type { ReactNode } from 'react';
import type { OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from './facts.tsx';

/** What provider A said to the answers. */
export function ForwardsCard({ forwards }: Pick<OverviewShape, 'forwards'>): ReactNode {
  const { forwards: words } = useMessages().overview;
  const format = useFormat();
  const { queued, refused_24h: refused, too_late_24h: tooLate } = forwards;
  const isGood = refused + tooLate === 0;
  return (
    <Card
      title={words.title}
      actions={<Badge tone={isGood ? 'success' : 'danger'}>{isGood ? words.healthy : words.problems}</Badge>}
    >
      <Facts
        facts={[
          { name: words.queued, value: format.number(queued) },
          { name: words.refused, value: format.number(refused), isBad: refused > 0 },
          { name: words.tooLate, value: format.number(tooLate), isBad: tooLate > 0 },
        ]}
      />
      <p className="mt-4 text-sm text-muted">{words.note}</p>
    </Card>
  );
}
