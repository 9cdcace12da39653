import type { Command } from 'commander';
import { addExamples, EXAMPLE_ID } from './command-help.ts';
import { addEndpointCreate, CREATE_EXAMPLE } from './endpoint/create.ts';
import { addEndpointList } from './endpoint/list.ts';
import { addEndpointPause } from './endpoint/pause.ts';
import { addEndpointResume } from './endpoint/resume.ts';
import { addEndpointRotate } from './endpoint/rotate.ts';
import { addEndpointTest } from './endpoint/test.ts';

export function addEndpointCommands(program: Command): void {
  const endpoint = program
    .command('endpoint')
    .description("Endpoints: where a company's webhooks go, up to five.");
  addEndpointCreate(endpoint);
  addEndpointList(endpoint);
  addEndpointTest(endpoint);
  addEndpointPause(endpoint);
  addEndpointResume(endpoint);
  addEndpointRotate(endpoint);
  addExamples(
    endpoint,
    CREATE_EXAMPLE,
    `endpoint list --company ${EXAMPLE_ID}`,
    `endpoint test ${EXAMPLE_ID}`,
  );
}
