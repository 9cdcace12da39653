import type { Command } from 'commander';
import { type EndpointOverview, listEndpoints } from '../../backoffice/endpoints/list-endpoints.ts';
import { addExamples, addJsonOption, EXAMPLE_ID } from '../command-help.ts';
import { countOf } from '../count-of.ts';
import { INVOCATION } from '../invocation.ts';
import type { CommandResult, JsonValue, PrintOptions } from '../print-result.ts';
import { runOnInstallation } from '../run-command.ts';
import { isoTime, renderTable, showTime } from '../show-values.ts';

export function addEndpointList(endpoint: Command): void {
  const list = endpoint
    .command('list')
    .description(
      "Lists a company's endpoints: where they lead, whether they are paused and why, how many webhooks wait for " +
        'each and how many it never took. Only the last 4 characters of a secret are shown.',
    )
    .requiredOption('--company <company-id>', 'whose endpoints')
    .action((options: PrintOptions & { company: string }) =>
      runOnInstallation(options, async ({ installation }) =>
        describe(await listEndpoints(installation, { companyId: options.company }), options.company),
      ),
    );
  addJsonOption(
    list,
    '{endpoints: [{endpoint_id, url, format, state, paused_at, paused_reason, created_at, secret, ' +
      'previous_secret_until, waiting_jobs, failed_deliveries}]}',
  );
  addExamples(list, `endpoint list --company ${EXAMPLE_ID}`);
}

function describe(endpoints: readonly EndpointOverview[], companyId: string): CommandResult {
  return {
    json: { endpoints: endpoints.map(shapeEndpoint) },
    done:
      endpoints.length === 0
        ? 'The company has no endpoint yet: its alerts wait in the list of the API.'
        : `The company has ${countOf(endpoints.length, 'endpoint')}.`,
    details: renderTable(
      ['ENDPOINT', 'FORMAT', 'STATE', 'WAITING', 'FAILED', 'SECRET', 'CREATED', 'URL'],
      endpoints.map(({ endpoint, state, maskedSecret }) => [
        endpoint.id,
        endpoint.format,
        endpoint.pausedReason === null ? state : `${state}: ${endpoint.pausedReason}`,
        String(endpoint.waitingJobs),
        String(endpoint.failedDeliveries),
        maskedSecret,
        showTime(endpoint.createdAt),
        endpoint.url,
      ]),
    ),
    next: suggestNext(endpoints, companyId),
  };
}

function suggestNext(endpoints: readonly EndpointOverview[], companyId: string) {
  const paused = endpoints.find(({ state }) => state === 'paused');
  const failed = endpoints.find(({ endpoint }) => endpoint.failedDeliveries > 0);
  return [
    paused && {
      why: 'To let webhooks go out again:',
      command: `${INVOCATION} endpoint resume ${paused.endpoint.id}`,
    },
    failed && {
      why: 'To see what failed:',
      command: `${INVOCATION} delivery list --company ${companyId} --state failed`,
    },
  ].filter((step) => step !== undefined);
}

function shapeEndpoint({ endpoint, state, maskedSecret }: EndpointOverview): JsonValue {
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    format: endpoint.format,
    state,
    paused_at: isoTime(endpoint.pausedAt),
    paused_reason: endpoint.pausedReason,
    created_at: isoTime(endpoint.createdAt),
    secret: maskedSecret,
    previous_secret_until: isoTime(endpoint.previousSecretUntil),
    waiting_jobs: endpoint.waitingJobs,
    failed_deliveries: endpoint.failedDeliveries,
  };
}
