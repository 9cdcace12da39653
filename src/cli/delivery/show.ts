import type { Command } from 'commander';
import { showDeliveries, type ShownDelivery } from '../../backoffice/deliveries/show-deliveries.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import { INVOCATION } from '../invocation.ts';
import type { CommandResult, JsonValue, PrintOptions } from '../print-result.ts';
import { type InstallationContext, runOnInstallation } from '../run-command.ts';
import { isoTime, renderTable, showForeign, showTime } from '../show-values.ts';

const RESPONSE_SHOWN_MAX = 60;

interface ShowOptions extends PrintOptions {
  readonly company: string;
  readonly alert: string;
}

/** A delivery together with what goes over the wire. */
interface RenderedDelivery extends ShownDelivery {
  readonly webhookId: string;
  readonly body: string;
}

export function addDeliveryShow(delivery: Command): void {
  const show = delivery
    .command('show')
    .description(
      'Shows the delivery of one alert to each endpoint: every attempt with its answer, when the next one is due, and the ' +
        'body, which is the same in every attempt.',
    )
    .requiredOption('--company <company-id>', 'whose alert')
    .requiredOption('--alert <alert-id>', "our id of the alert or its provider's")
    .action((options: ShowOptions) => runOnInstallation(options, (context) => showAlert(context, options)));
  addJsonOption(
    show,
    '{alert_id, provider_alert_id, deliveries: [{endpoint_id, url, format, state, attempts, webhook_id, delivered_at, ' +
      'failed_at, next_attempt_at, give_up_at, body, attempt_log: [{attempted_at, attempt, status, error, ' +
      'duration_ms, response}]}]}',
  );
  addExamples(
    show,
    `delivery show --company ${EXAMPLE_ID} --alert ${EXAMPLE_ID}`,
    `delivery show --company ${EXAMPLE_ID} --alert A7K2QX90 --json`,
  );
}

async function showAlert(
  { installation }: InstallationContext,
  { company, alert: alertId }: ShowOptions,
): Promise<CommandResult> {
  const { renderBody, webhookId } = await import('../../shapes/webhook.ts');
  const { alert, merchantName, deliveries } = await showDeliveries(installation.sql, {
    companyId: company,
    alertId,
  });
  const rendered = deliveries.map(({ delivery, attemptLog }) => ({
    delivery,
    attemptLog,
    webhookId: webhookId(alert.id, delivery.endpointId),
    body: renderBody({ alert, merchantName, endpoint: delivery }),
  }));
  return {
    json: {
      alert_id: alert.id,
      provider_alert_id: alert.providerAlertId,
      deliveries: rendered.map(shapeDelivery),
    },
    done:
      rendered.length === 0
        ? 'The alert was for no endpoint: the company had none when it arrived.'
        : `The alert goes to ${countOf(rendered.length, 'endpoint')}.`,
    details: rendered.flatMap(describeDelivery),
    next: rendered.slice(0, 1).map(() => ({
      why: 'To send it once more:',
      command: `${INVOCATION} delivery resend --company ${company} --alert ${alert.id}`,
    })),
  };
}

function describeDelivery(
  { delivery, attemptLog, webhookId, body }: RenderedDelivery,
  position: number,
): readonly string[] {
  return [
    ...(position > 0 ? [''] : []),
    `To endpoint ${delivery.endpointId}, ${delivery.url}`,
    `  state         ${delivery.state}`,
    `  webhook-id    ${webhookId}`,
    `  next attempt  ${showTime(delivery.nextAttemptAt)}`,
    `  given up at   ${showTime(delivery.giveUpAt ?? delivery.failedAt)}`,
    `  body          ${body}`,
    ...renderTable(
      ['ATTEMPTED', 'ATTEMPT', 'STATUS', 'MS', 'ANSWER OR ERROR'],
      attemptLog.map((attempt) => [
        showTime(attempt.attemptedAt),
        String(attempt.attempt),
        attempt.status === null ? '-' : String(attempt.status),
        String(attempt.durationMs),
        showForeign(attempt.error ?? attempt.response, RESPONSE_SHOWN_MAX),
      ]),
    ),
  ];
}

function shapeDelivery({ delivery, attemptLog, webhookId, body }: RenderedDelivery): JsonValue {
  return {
    endpoint_id: delivery.endpointId,
    url: delivery.url,
    format: delivery.format,
    state: delivery.state,
    attempts: delivery.attempts,
    webhook_id: webhookId,
    delivered_at: isoTime(delivery.deliveredAt),
    failed_at: isoTime(delivery.failedAt),
    next_attempt_at: isoTime(delivery.nextAttemptAt),
    give_up_at: isoTime(delivery.giveUpAt),
    body,
    attempt_log: attemptLog.map((attempt) => ({
      attempted_at: isoTime(attempt.attemptedAt),
      attempt: attempt.attempt,
      status: attempt.status,
      error: attempt.error,
      duration_ms: attempt.durationMs,
      response: attempt.response,
    })),
  };
}
