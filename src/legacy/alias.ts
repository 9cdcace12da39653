import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Authenticate } from '../http/authenticate.ts';
import type { LegacyAlias } from '../rules/legacy-alias.ts';
import type { LegacyCalls } from '../store/companies/legacy-calls.ts';

/** Since when the aliases are deprecated: 2026-11-01, as RFC 9745 writes a date. */
const DEPRECATED_SINCE = '@1793491200';

export type CountAliasCall = (call: LegacyCalls) => void;

/** What both aliases share: the two ways to authenticate, the notice of their removal, and the count of callers. */
export function serveAsAlias(
  scope: FastifyInstance,
  alias: LegacyAlias,
  successorPath: string,
  { authenticate, countCall }: { authenticate: Authenticate; countCall: CountAliasCall },
): void {
  scope.addHook('onRequest', async (request, reply) => {
    announceSuccessor(reply, successorPath);
    request.caller = await authenticate(request, 'basic_or_headers');
    const { companyId, clientId } = request.caller;
    countCall({ companyId, clientId, alias, calls: 1 });
  });
}

function announceSuccessor(reply: FastifyReply, successorPath: string): void {
  reply.header('deprecation', DEPRECATED_SINCE);
  reply.header('link', `<${successorPath}>; rel="successor-version"`);
}

export const ALIAS_SECURITY = [{ basic: [] }, { clientid: [], clientkey: [] }];
