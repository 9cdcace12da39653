import type { ReactNode } from 'react';
import { useTypeName } from '../../answering/alert-type.ts';
import { ProviderBadge } from '../../answering/provider-badge.tsx';
import type { AlertRowShape } from '../../api/shapes.ts';
import { type Format } from '../../messages/format.ts';
import type { Messages } from '../../messages/load-messages.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { Time } from '../../ui/time.tsx';

type FieldName = keyof Messages['alert']['fields'];

interface FieldLine {
  readonly name: FieldName;
  /** As it is copied. */
  readonly value: string | null;
  /** As it is shown, when that is not the same. */
  readonly shown?: ReactNode;
  readonly mono?: boolean;
}

export function AlertFields({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  const messages = useMessages();
  const format = useFormat();
  const typeName = useTypeName();
  const { groups } = messages.alert;
  return (
    <Card title={messages.alert.details} actions={<ProviderBadge provider={alert.provider} />}>
      <div className="grid gap-5">
        <Group title={groups.transaction} lines={transactionLines(alert, format, messages)} />
        <Group title={groups.alert} lines={alertLines(alert, typeName(alert.alert_type))} />
        <Group title={groups.routing} lines={routingLines(alert)} />
      </div>
    </Card>
  );
}

function transactionLines(alert: AlertRowShape, format: Format, messages: Messages): readonly FieldLine[] {
  const { installment_number: number, installment_count: count } = alert;
  const installment =
    number === null || count === null
      ? null
      : messages.alert.installmentOf(format.number(number), format.number(count));
  return [
    { name: 'amount', value: alert.amount, shown: format.money(alert.amount, alert.currency) },
    { name: 'card', value: `${alert.card_bin}…${alert.card_last4}`, shown: cardText(alert) },
    {
      name: 'transaction_date',
      value: alert.transaction_date.slice(0, 10),
      shown: format.day(alert.transaction_date),
    },
    { name: 'installments', value: installment },
    { name: 'descriptor', value: alert.descriptor },
    { name: 'issuer', value: alert.issuer },
    { name: 'auth_code', value: alert.auth_code, mono: true },
    { name: 'arn', value: alert.arn, mono: true },
  ];
}

function cardText(alert: AlertRowShape): string {
  return `${alert.card_bin} ···· ${alert.card_last4}`;
}

function alertLines(alert: AlertRowShape, typeName: string): readonly FieldLine[] {
  return [
    { name: 'id', value: alert.id, mono: true },
    { name: 'provider_alert_id', value: alert.provider_alert_id, mono: true },
    { name: 'alert_type', value: alert.alert_type, shown: typeName },
    { name: 'reason_code', value: alert.reason_code },
    { name: 'received_at', value: alert.received_at, shown: <Time value={alert.received_at} /> },
    { name: 'expires_at', value: alert.expires_at, shown: <Time value={alert.expires_at} /> },
    { name: 'updated_at', value: alert.updated_at, shown: <Time value={alert.updated_at} /> },
  ];
}

function routingLines(alert: AlertRowShape): readonly FieldLine[] {
  return [
    { name: 'merchant', value: alert.merchant_name },
    { name: 'caid', value: alert.caid, mono: true },
    { name: 'merchant_id', value: alert.merchant_id, mono: true },
    { name: 'merchant_enrollment_id', value: alert.merchant_enrollment_id, mono: true },
  ];
}

interface GroupProps {
  readonly title: string;
  readonly lines: readonly FieldLine[];
}

function Group({ title, lines }: GroupProps): ReactNode {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-subtle">{title}</h3>
      <dl>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </dl>
    </section>
  );
}

function Line({ line: { name, value, shown, mono = false } }: { readonly line: FieldLine }): ReactNode {
  const { alert } = useMessages();
  const label = alert.fields[name];
  const isEmpty = value === null || value === '';
  return (
    <div className="group/line flex min-h-8 gap-x-3 text-sm max-sm:flex-col max-sm:py-0.5 sm:items-center">
      <dt className="w-36 shrink-0 text-muted max-sm:text-xs">{label}</dt>
      <dd className="flex min-w-0 grow items-center justify-between gap-2">
        <span
          className={cx(
            'min-w-0 py-1 break-words tabular-nums',
            mono && 'font-mono text-xs',
            isEmpty && 'text-subtle',
          )}
        >
          {isEmpty ? '–' : (shown ?? value)}
        </span>
        {!isEmpty && (
          <span className="opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 pointer-coarse:opacity-100">
            <CopyButton value={value} label={alert.copyField(label)} />
          </span>
        )}
      </dd>
    </div>
  );
}
