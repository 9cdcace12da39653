import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { readPreference, writePreference } from '../preferences/stored.ts';
import { readKeyPress } from './read-key-press.ts';

export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  /** Works on every page, so the help lists it apart. */
  readonly isGlobal: boolean;
}

interface Registered extends Shortcut {
  readonly act: () => void;
}

interface ShortcutOptions {
  readonly enabled?: boolean | undefined;
  readonly global?: boolean | undefined;
}

/** How long the first key of "g a" waits for the second. */
const SEQUENCE_MS = 1200;

const registered = new Map<string, Registered>();
const listeners = new Set<() => void>();
let listed: readonly Shortcut[] = [];
let isOn = readPreference('shortcuts') !== 'off';
let first: { readonly key: string; readonly atMs: number } | undefined;

/**
 * `useShortcut('j', alerts.nextRow, moveDown)`: one key, "g a" one after the other, or "Mod+k" for Ctrl or ⌘. It is
 * active while the component is there, never while somebody types or a dialog is open, and the help lists it by its label.
 */
export function useShortcut(
  keys: string,
  label: string,
  handler: () => void,
  { enabled = true, global: isGlobal = false }: ShortcutOptions = {},
): void {
  const id = useId();
  const act = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    registered.set(id, { keys, label, isGlobal, act: () => act() });
    announce();
    return () => {
      registered.delete(id);
      announce();
    };
  }, [id, keys, label, isGlobal, enabled]);
}

/** What works at this moment, for the help. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => listed);
}

export function useShortcutSwitch(): readonly [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => isOn), setIsOn];
}

function setIsOn(next: boolean): void {
  isOn = next;
  writePreference('shortcuts', next ? 'on' : 'off');
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  listed = [...registered.values()];
  for (const listener of listeners) listener();
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isOn) return;
  const pressed = readKeyPress(event);
  if (pressed === undefined) return;
  const isSequence = first !== undefined && event.timeStamp - first.atMs < SEQUENCE_MS;
  const sequence = isSequence && first ? `${first.key} ${pressed}` : undefined;
  // The newest stands first: what a page sets goes before what stands everywhere.
  const known = [...registered.values()].toReversed();
  const found = known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === pressed);
  first = found ? undefined : { key: pressed, atMs: event.timeStamp };
  if (!found) return;
  event.preventDefault();
  found.act();
}

document.addEventListener('keydown', onKeyDown);
