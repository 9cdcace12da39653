import type { FastifyInstance } from 'fastify';
import type { DashboardParts } from './parts.ts';

export function addAlertRoutes(_app: FastifyInstance, _parts: DashboardParts): void {}
