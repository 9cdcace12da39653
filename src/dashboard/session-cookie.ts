import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_AGE_MS_MAX } from '../store/people/sessions.ts';

/** The prefix binds the cookie to exactly this host over https; browsers refuse it over plain http. */
const SECURE_NAME = '__Host-session';
const PLAIN_NAME = 'session';

export interface SessionCookie {
  readonly read: (request: FastifyRequest) => string | undefined;
  readonly set: (reply: FastifyReply, token: string) => void;
  readonly clear: (reply: FastifyReply) => void;
}

/** The cookie that carries the session's token, as safe as the public address allows. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? SECURE_NAME : PLAIN_NAME;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: ({ cookies }) => cookies[name],
    set: (reply, token) =>
      void reply.setCookie(name, token, { ...options, maxAge: SESSION_AGE_MS_MAX / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
