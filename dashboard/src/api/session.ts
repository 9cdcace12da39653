import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMessages } from '../messages/use-messages.ts';
import { get } from './client.ts';
import type { Permission, SessionShape } from './shapes.ts';

export const sessionQuery = queryOptions({
  queryKey: ['/session'],
  queryFn: ({ signal }) => get<SessionShape>('/session', undefined, signal),
  staleTime: 60_000,
});

/** Who is signed in. Only below the shell, which is not shown before this is known. */
export function useSession(): SessionShape {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('The session is known only inside the shell');
  return data;
}

/** `const can = useCan(); can('answer_alerts')`. The server decides; this only explains. */
export function useCan(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}

/** What a blocked company cannot do, however much its people may. */
const STOPPED_BY_BLOCK: ReadonlySet<Permission> = new Set([
  'answer_alerts',
  'run_bulk_updates',
  'resend_deliveries',
]);

/** Why a control that needs the permission is disabled; undefined when it works. For `disabledReason`. */
export function useDisabledReason(permission: Permission): string | undefined {
  const { permissions, company } = useSession();
  const { common } = useMessages();
  if (!permissions.includes(permission)) return common.roleForbids;
  if (company?.blocked && STOPPED_BY_BLOCK.has(permission)) return common.companyBlocked;
  return undefined;
}
