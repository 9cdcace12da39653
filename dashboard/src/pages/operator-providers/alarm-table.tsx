import type { ReactNode } from 'react';
import type { ProviderHealthShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Clip } from '../../ui/clip.tsx';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Alarms = ProviderHealthShape['alarms'];

export function AlarmTable({ alarms }: { readonly alarms: Alarms }): ReactNode {
  const {
    operator: { providers: texts },
  } = useMessages();
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-semibold">{texts.alarms}</h3>
      {alarms.length === 0 ? (
        <p className="text-sm text-muted">{texts.noAlarms}</p>
      ) : (
        <div className="rounded-md border border-line">
          <Table wide label={texts.alarmsLabel}>
            <THead>
              <tr>
                <Th>{texts.at}</Th>
                <Th>{texts.company}</Th>
                <Th>{texts.alert}</Th>
                <Th>{texts.state}</Th>
                <Th>{texts.message}</Th>
              </tr>
            </THead>
            <tbody>
              {alarms.map((alarm) => (
                <AlarmRow key={`${alarm.provider_alert_id} ${alarm.at}`} alarm={alarm} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

function AlarmRow({ alarm }: { readonly alarm: Alarms[number] }): ReactNode {
  const {
    operator: { providers: texts },
  } = useMessages();
  return (
    <Tr>
      <Td className="text-muted">
        <Time value={alarm.at} />
      </Td>
      <Td>{alarm.company_name}</Td>
      <Td className="font-mono text-xs">{alarm.provider_alert_id}</Td>
      <Td>
        <Badge
          tone={alarm.state === 'refused' ? 'danger' : 'warning'}
          icon={alarm.state === 'refused' ? 'xCircle' : 'hourglass'}
        >
          {texts.states[alarm.state]}
        </Badge>
      </Td>
      <Td className="text-muted">
        {alarm.provider_message === null ? '–' : <Clip text={alarm.provider_message} className="max-w-96" />}
      </Td>
    </Tr>
  );
}
