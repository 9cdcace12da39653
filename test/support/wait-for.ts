import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds; the limit is far beyond what it should take, so that luck plays no part. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 20_000,
): Promise<T> {
  const giveUpAtMs = performance.now() + withinMs;
  while (performance.now() < giveUpAtMs) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await pause(15);
  }
  throw new Error(`waited ${withinMs} ms in vain for: ${what}`);
}
