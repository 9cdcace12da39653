import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { anyCommand, expectTraces, readTraces } from '../support/status-histories.ts';
import { StatusModel } from '../support/status-model.ts';

const RUNS = 60;
const COMMANDS_MAX = 40;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('whatever a company, the providers and time do, the API behaves as the specification’s table says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...anyCommand], { maxCommands: COMMANDS_MAX, size: 'max' }),
      async (sequence) => {
        const company = await createTestCompany(service.sql);
        const model = new StatusModel();
        const { url, sql } = service;
        const real = { url, sql, company, client: createClient(url, company) };
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        expect(await readTraces(sql, model)).toEqual(expectTraces(model));
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
