import { randomUUIDv7 } from 'node:crypto';
import { createToken } from '../../signing/token.ts';
import type { Queryable } from '../../store/connect.ts';
import { deleteSurplusSessions, insertSession } from '../../store/people/sessions.ts';

const SESSIONS_MAX = 20;

/** Where somebody signs in from. */
export interface Device {
  readonly address: string;
  readonly userAgent: string;
}

/** A session with a token of its own, never one that the browser brought along; beyond the limit the oldest ends. */
export async function openSession(
  transaction: Queryable,
  userId: string,
  device: Device,
): Promise<{ token: string }> {
  const { token, sha256 } = createToken();
  await insertSession(transaction, {
    id: randomUUIDv7(),
    tokenSha256: sha256,
    userId,
    address: device.address,
    userAgent: device.userAgent,
  });
  await deleteSurplusSessions(transaction, userId, SESSIONS_MAX);
  return { token };
}
