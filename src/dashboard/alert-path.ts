import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isUuid, NIL_UUID } from '../rules/uuid.ts';
import type { AlertKey } from '../store/lock-alerts.ts';
import { companyOf } from './person.ts';

export const AlertPath = Type.Object({ id: Type.String() });

/** The alert that the path means, if the person's company has it. D3: an id that is not a UUID names no alert. */
export function alertOf(request: FastifyRequest<{ Params: { id: string } }>): AlertKey {
  const { id } = request.params;
  return { companyId: companyOf(request), alertId: isUuid(id) ? id.toLowerCase() : NIL_UUID };
}
