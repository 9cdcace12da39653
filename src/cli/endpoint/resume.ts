import type { Command } from 'commander';
import { resumeEndpoint } from '../../backoffice/endpoints/resume-endpoint.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import { COMMAND_LINE } from '../doer.ts';
import type { PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';

export function addEndpointResume(endpoint: Command): void {
  const resume = endpoint
    .command('resume')
    .description(
      'Resumes a paused endpoint. Whatever was waiting is sent at once, even between two attempts.',
    )
    .argument('<endpoint-id>', 'the endpoint_id of the endpoint')
    .action((endpointId: string, options: PrintOptions) =>
      runOnInstallation(options, async ({ installation }) => {
        const resumed = await resumeEndpoint(installation.sql, COMMAND_LINE, { endpointId });
        return {
          json: { endpoint_id: resumed.endpointId, state: 'active', waiting_jobs: resumed.waitingJobs },
          done: resumed.isStillHeld
            ? 'The endpoint is no longer paused, but its company is blocked: webhooks wait until it is unblocked.'
            : `The endpoint is active. ${countOf(resumed.waitingJobs, 'webhook')} waiting; a running worker sends them now.`,
        };
      }),
    );
  addJsonOption(resume, '{endpoint_id, state, waiting_jobs}');
  addExamples(resume, `endpoint resume ${EXAMPLE_ID}`);
}
