import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { BackofficeError, NoSuchThingError } from '../backoffice/backoffice-error.ts';
import { currentErrorBody, errorAnswer } from '../http/error-answer.ts';
import { createRateLimit, type RateDecision } from '../http/rate-limit.ts';
import { RefusalError } from '../http/refusal-error.ts';
import { mayDo } from '../rules/permissions.ts';
import { digestToken } from '../signing/token.ts';
import { findSession, markSessionSeen, type Session } from '../store/people/sessions.ts';
import { addressOf } from './device-of.ts';
import type { DashboardParts } from './parts.ts';
import type { Access } from './person.ts';
import { isFromOwnSite } from './same-site.ts';
import { createSessionCookie } from './session-cookie.ts';

/** Stands before every route that is added to `api` from now on. Nothing is remembered: a removed user is out at once. */
export async function addGate(api: FastifyInstance, parts: DashboardParts): Promise<void> {
  const publicOrigin = new URL(parts.publicUrl).origin;
  const sessionCookie = createSessionCookie(parts.publicUrl);
  const limitRate = createRateLimit(parts.rateLimitPerMinute);
  await api.register(cookie);
  api.decorateRequest('person');
  api.addHook('onRoute', requireAccess);
  api.addHook('onRequest', async (request) => {
    if (!isFromOwnSite(request, publicOrigin)) throw new RefusalError('cross_site');
    const access = accessOf(request.routeOptions);
    if (access === 'anybody') return;
    const token = sessionCookie.read(request);
    const session = token === undefined ? undefined : await findSession(parts.sql, digestToken(token));
    if (session === undefined) throw new RefusalError('not_signed_in');
    request.signedInUserId = session.userId;
    checkRate(limitRate(session.userId));
    checkAccess(session, access);
    request.person = {
      userId: session.userId,
      email: session.email,
      role: session.role,
      companyId: session.companyId,
      sessionId: session.id,
      address: addressOf(request),
    };
    if (session.isStale) await markSessionSeen(parts.sql, session);
  });
  api.setErrorHandler(answerError);
}

function checkRate(rate: RateDecision): void {
  if (rate.kind === 'pass') return;
  throw new RefusalError('rate_limited', { retryAfterSeconds: rate.retryAfterSeconds });
}

function checkAccess(session: Session, access: Exclude<Access, 'anybody'>): void {
  if (access === 'signed_in') return;
  if (session.requiresTotp && !session.hasTotp) throw new RefusalError('totp_setup_required');
  if (!mayDo(session.role, access)) throw new RefusalError('role_forbids');
}

/** A route that forgot to say who may call it stops the start, not the first request. */
function requireAccess(route: RouteOptions): void {
  accessOf(route);
}

function accessOf({
  method,
  url,
  config,
}: Pick<RouteOptions, 'config'> & { method?: unknown; url?: unknown }): Access {
  const access = config?.access;
  if (access === undefined)
    throw new Error(`The route ${String(method)} ${String(url)} does not say who may call it`);
  return access;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return errorAnswer(currentErrorBody)(refusalOf(error), request, reply);
}

/**
 * What is not there, or is another company's, is 404 in both cases, and says nothing more. Everything else that the
 * backoffice refuses is the person's to mend, in the words it gave.
 */
function refusalOf(error: unknown): unknown {
  if (error instanceof NoSuchThingError) return new RefusalError('thing_not_found');
  if (error instanceof BackofficeError) return new RefusalError('invalid_input', { message: error.message });
  return error;
}
