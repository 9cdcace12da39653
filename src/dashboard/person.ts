import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';
import type { Permission, UserRole } from '../rules/permissions.ts';

/** Who sits at the dashboard, as the session tells it. */
interface Person {
  readonly userId: string;
  readonly email: string;
  readonly role: UserRole;
  /** Null for an operator. */
  readonly companyId: string | null;
  readonly sessionId: string;
  /** Where the request came from, for the audit log. */
  readonly address: string;
}

/** What a route of the dashboard asks of whoever calls it. Every route must say. */
export type Access = Permission | 'anybody' | 'signed_in';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate on every route that is not open to `anybody`. */
    person: Person;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** The company that everything this person does is limited to. */
export function companyOf({ person }: FastifyRequest): string {
  if (person.companyId === null) throw new RefusalError('role_forbids');
  return person.companyId;
}
