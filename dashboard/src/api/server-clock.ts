import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;

let offsetMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Every answer that carries the service's time corrects the clock: it was read about halfway between asking and hearing. */
export function followServerTime(serverTime: string, sentAtMs: number, heardAtMs: number): void {
  const server = Date.parse(serverTime);
  if (Number.isNaN(server)) return;
  const found = server - (sentAtMs + heardAtMs) / 2;
  // Smaller differences are the line's, and a countdown that trembles looks wrong.
  if (Math.abs(found - offsetMs) > 400) offsetMs = found;
}

/** The service's time in milliseconds, at this moment. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/**
 * The service's time, renewed as often as the resolution says, from one timer for the whole page. A countdown in
 * seconds asks for 1000; "3 hours ago" is content with a minute.
 */
export function useServerNow(resolutionMs: number = TICK_MS): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / resolutionMs) * resolutionMs);
}

/** What follows from the service's time; a component that uses it is drawn again only when that changes, not at every tick. */
export function useServerValue<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(serverNow()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
