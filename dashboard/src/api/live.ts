import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { apiUrl } from './client.ts';
import type { LiveTopic } from './shapes.ts';

/** The browser reconnects by itself after a lost line, but not after an HTTP error. */
const REOPEN_MS = 5000;
const TOPICS: readonly LiveTopic[] = ['alerts', 'bulk_updates', 'company'];

type Handler = () => void;

const handlers = new Map<LiveTopic, Set<Handler>>(TOPICS.map((topic) => [topic, new Set()]));
const watchers = new Set<() => void>();
let source: EventSource | undefined;
let reopenTimer: ReturnType<typeof setTimeout> | undefined;
let state: LiveState = 'opening';
let wasOpen = false;

/** `lost` only once the line was tried and failed. */
export type LiveState = 'open' | 'opening' | 'lost';

/** Calls the handler when the service says that something of the topic changed, and after every gap in the line. */
export function useLive(topic: LiveTopic, handler: Handler): void {
  const onChange = useEffectEvent(handler);
  useEffect(() => {
    const call = (): void => onChange();
    handlers.get(topic)?.add(call);
    openWhenNeeded();
    return () => {
      handlers.get(topic)?.delete(call);
      if (!isNeeded()) close();
    };
  }, [topic]);
}

/** Whether news arrive at this moment. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

function isNeeded(): boolean {
  return [...handlers.values()].some((set) => set.size > 0);
}

/** A hidden page holds no line: a browser gives one site only six over HTTP/1.1, and tabs would starve each other. */
function openWhenNeeded(): void {
  if (source || !isNeeded() || document.hidden) return;
  clearTimeout(reopenTimer);
  source = new EventSource(apiUrl('/events'));
  source.addEventListener('hello', () => {
    // What happened in the gap was told to nobody.
    if (wasOpen) for (const topic of TOPICS) tell(topic);
    wasOpen = true;
    become('open');
  });
  for (const topic of TOPICS) source.addEventListener(topic, () => tell(topic));
  source.addEventListener('error', () => {
    become('lost');
    if (source?.readyState !== EventSource.CLOSED) return;
    source = undefined;
    reopenTimer = setTimeout(openWhenNeeded, REOPEN_MS);
  });
}

function close(): void {
  clearTimeout(reopenTimer);
  source?.close();
  source = undefined;
  become('opening');
}

function tell(topic: LiveTopic): void {
  for (const handler of handlers.get(topic) ?? []) handler();
}

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) close();
  else openWhenNeeded();
});
