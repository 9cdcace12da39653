import { afterAll, beforeAll } from 'vitest';
import { createTarget, type Target } from '../../attacks/support/target.ts';
import { startTestService, type TestService } from './service.ts';

/** Far beyond the few seconds that an attack takes where nothing else runs. */
export const ATTACK_WITHIN_MS = 180_000;

/** A service to attack, for the tests of the calling file. */
export function useTarget(
  environment: Record<string, string> = {},
  options: { work?: boolean } = {},
): Target & { service: TestService } {
  const target: Partial<Target> & { service?: TestService } = {};
  beforeAll(async () => {
    const service = await startTestService(environment, options);
    Object.assign(target, await createTarget(service), { service });
  });
  afterAll(() => target.service?.stop());
  return target as Target & { service: TestService };
}
