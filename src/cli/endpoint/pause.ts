import type { Command } from 'commander';
import { pauseEndpoint } from '../../backoffice/endpoints/pause-endpoint.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { COMMAND_LINE } from '../doer.ts';
import { INVOCATION } from '../invocation.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addEndpointPause(endpoint: Command): void {
  const pause = endpoint
    .command('pause')
    .description(
      'Pauses an endpoint. Its webhooks wait and use up no attempts until it is resumed; a request already ' +
        'under way is finished. The service itself pauses an endpoint that answers 410.',
    )
    .argument('<endpoint-id>', 'the endpoint_id of the endpoint')
    .option('--reason <reason>', 'why, for those who look at it later')
    .action((endpointId: string, options: PrintOptions & { reason?: string }) =>
      runOnInstallation(options, async ({ installation }) => {
        const { reason } = options;
        const paused = await pauseEndpoint(installation.sql, COMMAND_LINE, { endpointId, reason });
        return {
          json: { endpoint_id: paused.endpointId, state: 'paused', paused_reason: paused.pausedReason },
          done: 'The endpoint is paused: its webhooks wait.',
          next: [
            {
              why: 'To let them go out:',
              command: `${INVOCATION} endpoint resume ${paused.endpointId}`,
            },
          ],
        };
      }),
    );
  addJsonOption(pause, '{endpoint_id, state, paused_reason}');
  addExamples(pause, `endpoint pause ${EXAMPLE_ID} --reason "Moves to another host on Monday"`);
}
