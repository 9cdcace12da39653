import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is true; says false when the limit passed first. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  limits: { readonly waitMs: number; readonly pollMs: number },
): Promise<boolean> {
  const deadlineMs = performance.now() + limits.waitMs;
  while (!(await condition())) {
    if (performance.now() >= deadlineMs) return false;
    await pause(limits.pollMs);
  }
  return true;
}
