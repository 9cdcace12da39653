import { afterAll, beforeAll } from 'vitest';
import { createClient } from './client.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { signIn, type SignedInClient } from './dashboard.ts';
import { startTestService, type TestService } from './service.ts';

export interface Dashboard {
  readonly service: TestService;
  readonly company: TestCompany;
  /** An analyst of the company. */
  readonly analyst: SignedInClient;
  /** The company's own application. */
  readonly api: ReturnType<typeof createClient>;
  /** Another company, and somebody there. */
  readonly stranger: TestCompany;
  readonly strangerAnalyst: SignedInClient;
}

/** A service with two companies and a person at each, for the tests of the calling file. */
export function useDashboard(
  environment: Record<string, string> = {},
  options: { work?: boolean } = {},
): Dashboard {
  const dashboard: { -readonly [Key in keyof Dashboard]?: Dashboard[Key] } = {};
  beforeAll(async () => {
    const service = await startTestService(environment, options);
    const company = await createTestCompany(service.sql);
    const stranger = await createTestCompany(service.sql);
    Object.assign(dashboard, {
      service,
      company,
      stranger,
      analyst: await signIn(service, { role: 'analyst', companyId: company.companyId }),
      strangerAnalyst: await signIn(service, { role: 'analyst', companyId: stranger.companyId }),
      api: createClient(service.url, company),
    });
  });
  afterAll(() => dashboard.service?.stop());
  return dashboard as Dashboard;
}
