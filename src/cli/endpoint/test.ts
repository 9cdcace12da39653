import type { Command } from 'commander';
import { openSigningKeys } from '../../backoffice/endpoints/open-signing-keys.ts';
import { requireEndpoint } from '../../backoffice/endpoints/require-endpoint.ts';
import { isTaken } from '../../rules/outcomes.ts';
import type { SendResult } from '../../sending/send-result.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { CommandResult, PrintOptions } from '../print-result.ts';
import { type InstallationContext, runOnInstallation } from '../run-command.ts';

const RESPONSE_LENGTH_MAX = 500;

export function addEndpointTest(endpoint: Command): void {
  const test = endpoint
    .command('test')
    .description(
      "Sends a signed sample alert in the endpoint's format at once and shows what came back; paused endpoints too. " +
        'Its webhook-id begins with msg_test_, and the alert in it does not exist. Exit code 1 unless the answer is ' +
        'a 2xx within 10 s.',
    )
    .argument('<endpoint-id>', 'the endpoint_id of the endpoint')
    .action((endpointId: string, options: PrintOptions) =>
      runOnInstallation(options, (context) => testEndpoint(context, endpointId)),
    );
  addJsonOption(test, '{endpoint_id, url, webhook_id, status, error, duration_ms, response}');
  addExamples(test, `endpoint test ${EXAMPLE_ID}`);
}

async function testEndpoint(
  { config, installation }: InstallationContext,
  endpointId: string,
): Promise<CommandResult> {
  const { createSender } = await import('../../sending/sender.ts');
  const { sendSample } = await import('../../webhook/send-sample.ts');
  const endpoint = await requireEndpoint(installation.sql, endpointId);
  const signingKeys = openSigningKeys(installation.secretKey, endpoint);
  const now = await readDatabaseClock(installation.sql);
  const sender = createSender({ allowPrivate: config.webhookAllowPrivate });
  try {
    const { webhookId, result } = await sendSample(sender, { endpoint, signingKeys }, now);
    await recordDeed(installation.sql, COMMAND_LINE, {
      action: 'endpoint.tested',
      subject: endpoint.id,
      details: { delivered: isAccepted(result), status: result.kind === 'answered' ? result.status : null },
      companyId: endpoint.companyId,
    });
    return describe(endpoint, webhookId, result);
  } finally {
    await sender.close();
  }
}

function describe(
  endpoint: { readonly id: string; readonly url: string },
  webhookId: string,
  result: SendResult,
): CommandResult {
  const answer =
    result.kind === 'answered'
      ? { status: result.status, error: null, response: result.body.slice(0, RESPONSE_LENGTH_MAX) }
      : { status: null, error: `${result.reason}: ${result.detail}`, response: null };
  const outcome = answer.error ?? `answered ${answer.status}`;
  return {
    json: {
      endpoint_id: endpoint.id,
      url: endpoint.url,
      webhook_id: webhookId,
      ...answer,
      duration_ms: result.durationMs,
    },
    done: isAccepted(result) ? 'The endpoint took the sample.' : 'The endpoint did not take the sample.',
    failure: isAccepted(result) ? undefined : `The endpoint did not answer with a 2xx: ${outcome}`,
  };
}

function isAccepted(result: SendResult): boolean {
  return result.kind === 'answered' && isTaken(result.status);
}
