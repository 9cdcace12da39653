import { type ReactNode, useState } from 'react';
import type { SignedInDeviceShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { describeDevice } from './describe-device.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

interface Devices {
  readonly data: readonly SignedInDeviceShape[];
}

/** What is about to be signed out: the end of its path in the API, and how it is called. */
interface Leaving {
  readonly path: string;
  readonly title: string;
}

export function DevicesCard(): ReactNode {
  const { devices: texts } = useMessages().account;
  const { data, error, refetch } = useGet<Devices>('/account/devices');
  const [leaving, setLeaving] = useState<Leaving>();
  const hasOthers = data?.data.some((device) => !device.is_current) ?? false;
  return (
    <Card
      title={texts.title}
      description={texts.description}
      flush
      actions={
        hasOthers && (
          <Button onClick={() => setLeaving({ path: 'revoke-others', title: texts.signOutOthers })}>
            {texts.signOutOthers}
          </Button>
        )
      }
    >
      {error && (
        <div className="p-4">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <SkeletonRows rows={2} />}
      <ul className="divide-y divide-line border-t border-line">
        {data?.data.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            onSignOut={(title) => setLeaving({ path: `${device.id}/revoke`, title })}
          />
        ))}
      </ul>
      {leaving && <SignOutDialog {...leaving} onClose={() => setLeaving(undefined)} />}
    </Card>
  );
}

interface DeviceRowProps {
  readonly device: SignedInDeviceShape;
  readonly onSignOut: (title: string) => void;
}

function DeviceRow({ device, onSignOut }: DeviceRowProps): ReactNode {
  const { devices: texts } = useMessages().account;
  const known = describeDevice(device.user_agent);
  const name = known ? texts.on(known.browser, known.system) : texts.unknown;
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm sm:px-5">
      <Icon name="device" size={18} className="text-subtle" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {device.is_current && <Badge tone="success">{texts.current}</Badge>}
        </p>
        <p className="text-muted">
          {device.address} · {texts.seen} <RelativeTime value={device.last_seen_at} />
        </p>
      </div>
      {!device.is_current && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.signOutOf(name)}
          onClick={() => onSignOut(texts.signOutOf(name))}
        >
          {texts.signOut}
        </Button>
      )}
    </li>
  );
}
