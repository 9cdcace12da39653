import { type Command, Option } from 'commander';
import { createEndpoint } from '../../backoffice/endpoints/create-endpoint.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../rules/webhook-format.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import { INVOCATION } from '../invocation.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export const CREATE_EXAMPLE = `endpoint create --company ${EXAMPLE_ID} --url https://app.example/webhooks --format v2`;

interface CreateOptions extends PrintOptions {
  readonly company: string;
  readonly url: string;
  readonly format: WebhookFormat;
}

export function addEndpointCreate(endpoint: Command): void {
  const create = endpoint
    .command('create')
    .description(
      'Creates a webhook endpoint. Each new alert is posted there, signed as Standard Webhooks 1.0 with a secret ' +
        'that is shown only this once.',
    )
    .requiredOption('--company <company-id>', 'the company whose alerts are sent')
    .requiredOption(
      '--url <url>',
      'public https address of its application; any, and http too, with WEBHOOK_ALLOW_PRIVATE',
    )
    .addOption(
      new Option('--format <format>', 'v2: the alert as the API shows it; legacy: the older body')
        .choices(WEBHOOK_FORMATS)
        .makeOptionMandatory(),
    )
    .action((options: CreateOptions) =>
      runOnInstallation(options, async ({ installation, config }) => {
        const { endpointId, secret } = await createEndpoint(
          { ...installation, webhookAllowPrivate: config.webhookAllowPrivate },
          COMMAND_LINE,
          { companyId: options.company, url: options.url, format: options.format },
        );
        return {
          json: { endpoint_id: endpointId, secret },
          done: 'The endpoint is created. Keep the secret now, to verify signatures with: it cannot be shown again.',
          next: [
            {
              why: 'To see whether it answers, send it a signed sample:',
              command: `${INVOCATION} endpoint test ${endpointId}`,
            },
            {
              why: 'To see a webhook arrive while the service runs, send an alert:',
              command: `${INVOCATION} simulate --company ${options.company}`,
            },
          ],
        };
      }),
    );
  addJsonOption(create, '{endpoint_id, secret}');
  addExamples(create, CREATE_EXAMPLE);
}
