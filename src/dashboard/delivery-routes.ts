import type { FastifyInstance } from 'fastify';
import type { DashboardParts } from './parts.ts';

export function addDeliveryRoutes(_app: FastifyInstance, _parts: DashboardParts): void {}
