import { afterAll, beforeAll } from 'vitest';
import { createClient } from './client.ts';
import { createTestCompany, type TestCompany } from './company.ts';
import { startTestService, type TestService } from './service.ts';

export interface Api {
  readonly service: TestService;
  /** The company that calls. */
  readonly company: TestCompany;
  readonly client: ReturnType<typeof createClient>;
  /** Another company, whose alerts the first one must never see. */
  readonly stranger: TestCompany;
  readonly strangerClient: ReturnType<typeof createClient>;
}

/** Starts a service with two companies before the tests of the calling file and stops it after them. */
export function useApi(environment: Record<string, string> = {}): Api {
  const api: { -readonly [Key in keyof Api]?: Api[Key] } = {};
  beforeAll(async () => {
    api.service = await startTestService(environment);
    api.company = await createTestCompany(api.service.sql);
    api.client = createClient(api.service.url, api.company);
    api.stranger = await createTestCompany(api.service.sql);
    api.strangerClient = createClient(api.service.url, api.stranger);
  });
  afterAll(() => api.service?.stop());
  return api as Api;
}
