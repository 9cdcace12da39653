import type { Command } from 'commander';
import { rotateSecret } from '../../backoffice/endpoints/rotate-secret.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import { INVOCATION } from '../invocation.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addEndpointRotate(endpoint: Command): void {
  const rotate = endpoint
    .command('rotate')
    .description(
      'Gives an endpoint a new secret, which is shown only this once. For 24 hours webhooks carry two signatures, one by ' +
        'the new secret and one by the previous one, so that the application can switch without a pause. Rotating ' +
        'again within that time ends the oldest one at once.',
    )
    .argument('<endpoint-id>', 'the endpoint_id of the endpoint')
    .action((endpointId: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const rotated = await rotateSecret(installation, COMMAND_LINE, { endpointId });
        return {
          json: {
            endpoint_id: rotated.endpointId,
            secret: rotated.secret,
            previous_secret_until: rotated.previousSecretUntil.toISOString(),
          },
          done: 'The secret is changed. Keep the new one now: it cannot be shown again.',
          next: [
            {
              why: 'Once the application knows it, see whether it accepts it:',
              command: `${INVOCATION} endpoint test ${rotated.endpointId}`,
            },
          ],
        };
      }),
    );
  addJsonOption(rotate, '{endpoint_id, secret, previous_secret_until}');
  addExamples(rotate, `endpoint rotate ${EXAMPLE_ID}`);
}
