import type { FastifyRequest } from 'fastify';
import type { Device } from '../backoffice/account/open-session.ts';
import { maskCardNumbers } from '../rules/card-number.ts';
import { findClientAddress } from '../rules/client-address.ts';

const USER_AGENT_LENGTH_MAX = 300;

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = maskCardNumbers(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return { address: addressOf(request), userAgent };
}

export function addressOf({ ip, headers }: FastifyRequest): string {
  const forwardedFor = headers['x-forwarded-for'];
  return findClientAddress(ip, Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor);
}
