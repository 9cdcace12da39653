import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createQueue } from '../../http/queue.ts';

/** Cost of one guess; the figures of OWASP's recommendation for argon2id. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

const deriveTag = promisify(argon2);
/** Each computation takes its memory and a thread that others need too. */
const { takeTurn: runInTurn } = createQueue({ runningMax: 2, waitingMax: 32 });

/** A new random password, shown once and not kept. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

/** The PHC string of an argon2id hash, which names its own costs so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, {
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** A hash that no password has, so that checking an unknown user costs the same as checking a known one. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(TAG_BYTES))}`;

export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? [];
  if (memory === undefined) throw new Error('A stored password hash cannot be read');
  const expected = Buffer.from(tag, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(derived, expected);
}

/** Another machine may send the same letters as other code points: they are the same password. */
async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return runInTurn(() => deriveTag('argon2id', { message: password.normalize('NFC'), nonce, ...cost }));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
