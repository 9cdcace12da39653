import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.ts';
import type { Tone } from './badge.tsx';

const SHOWN_MS = 6000;
const TOASTS_MAX = 4;

export interface ToastRequest {
  readonly text: string;
  readonly tone?: Tone | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** The service's moment at which the action ends; a countdown is shown until then. */
  readonly until?: string | undefined;
}

export interface Toast extends ToastRequest {
  readonly id: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Tells something in passing, bottom right. With `action` and `until` it is the place to take something back. */
export function showToast(request: ToastRequest): number {
  const id = ++lastId;
  const shownMs = request.until === undefined ? SHOWN_MS : Date.parse(request.until) - serverNow();
  change([...toasts, { ...request, id }].slice(-TOASTS_MAX));
  setTimeout(() => dismissToast(id), Math.max(1000, shownMs));
  return id;
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
