import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readAlertId } from '../rules/uuid.ts';
import type { AlertKey } from '../store/alerts/lock-alerts.ts';
import { companyOf } from './person.ts';

export const AlertPath = Type.Object({ id: Type.String() });

/** The alert that the path means, if the person's company has it. */
export function alertOf(request: FastifyRequest<{ Params: { id: string } }>): AlertKey {
  return { companyId: companyOf(request), alertId: readAlertId(request.params.id) };
}
