import type { FastifyInstance } from 'fastify';
import type { DashboardParts } from './parts.ts';

export function addEndpointRoutes(_app: FastifyInstance, _parts: DashboardParts): void {}
