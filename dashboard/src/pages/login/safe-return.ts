const START = '/dashboard/';

/** Where to go after signing in: only a page of ours, whatever the address says. */
export function safeReturn(wanted: string | undefined): string {
  const isPath = wanted !== undefined && /^\/(?![/\\])/.test(wanted);
  if (!isPath || wanted.startsWith('/login')) return START;
  return `/dashboard${wanted}`;
}
