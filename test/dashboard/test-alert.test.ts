import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDashboardParts } from '../../src/create-dashboard-parts.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import type { Installation } from '../../src/open-installation.ts';
import { insertCompany } from '../../src/store/companies/companies.ts';
import { createTestCompany } from '../support/company.ts';
import { installationOn } from '../support/installation.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** As the sandbox has it, over the intake of the service under test. */
function createSendTestAlert() {
  const app = fastify();
  app.all('/*', (request, reply) =>
    service.app
      .inject({
        method: 'POST',
        url: request.url,
        headers: request.headers,
        payload: JSON.stringify(request.body),
      })
      .then(({ statusCode, body }) => reply.code(statusCode).send(body)),
  );
  const sandbox = { record: {} } as unknown as Installation['sandbox'];
  const { sql, config } = service;
  const installation = { ...installationOn(sql, config), sandbox };
  const { sendTestAlert } = createDashboardParts(config, installation, {
    app,
    log: app.log,
    onNewWork: () => {},
    live: { tell: () => {}, subscribe: () => () => {} },
    metrics: createMetrics(),
  });
  if (sendTestAlert === undefined) throw new Error('the sandbox has no test alerts');
  return sendTestAlert;
}

test('a test alert in the sandbox is one of provider A', async () => {
  const { companyId } = await createTestCompany(service.sql);
  const { ids } = await createSendTestAlert()(companyId);
  const alerts = await service.sql`select id, provider from alerts where company_id = ${companyId}`;
  expect([...alerts]).toEqual([{ id: ids[0], provider: 'provider_a_alerts' }]);
});

test('without an enrollment it is refused in words, not as a failure of the service', async () => {
  const id = randomUUID();
  await insertCompany(service.sql, { id, name: 'New' });
  await expect(createSendTestAlert()(id)).rejects.toThrow(
    'The company has no enrollment for provider_a_alerts yet: no alert can be routed to it.',
  );
});
