import { isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import { ENCRYPTION_FAILED, isConnectionLost } from '../database-errors.ts';
import type { Encryption } from './database-encryption.ts';

/** May this connection be encrypted? */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = 'S';
const NO = 'N';
const DIRECT_PROTOCOL = 'postgresql';
/** Question and handshake are answered at once, or by nobody. */
const ENCRYPTED_WITHIN_MS = 4000;

/**
 * Encrypts a connection to PostgreSQL before the driver has it, which would otherwise read from a socket of its own.
 * Returns the given socket if the server does not encrypt and need not. Only a connection that failed is ended.
 * A socket that cannot connect fails with its own error, which says nothing about encryption.
 */
export async function encryptSocket(socket: Socket, host: string, encryption: Encryption): Promise<Socket> {
  const timer = setTimeout(() => socket.destroy(networkError('ETIMEDOUT')), ENCRYPTED_WITHIN_MS);
  try {
    // A socket that tries one address after the other replaces what TLS would be laid over, and Node.js crashes.
    await heard(socket, 'connect');
    return await encryptConnected(socket, host, encryption);
  } finally {
    clearTimeout(timer);
  }
}

async function encryptConnected(socket: Socket, host: string, encryption: Encryption): Promise<Socket> {
  try {
    if (encryption.isDirect || (await mayEncrypt(socket))) return await shakeHands(socket, host, encryption);
    if (encryption.isRequired) throw new Error('the server does not encrypt connections');
    return socket;
  } catch (error) {
    const reason = socket.errored ?? error;
    socket.destroy();
    throw isConnectionLost(reason) ? reason : encryptionError(reason);
  }
}

async function mayEncrypt(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const answer = String(await heard(socket, 'data'));
  // More than a letter would be somebody in between, who wants it to be taken for a part of what is encrypted.
  if (answer !== YES && answer !== NO) throw new Error('the server answers like none of PostgreSQL');
  return answer === YES;
}

async function shakeHands(socket: Socket, host: string, encryption: Encryption): Promise<Socket> {
  const encrypted = connectSecurely({ ...tlsOptions(host, encryption), socket });
  await heard(encrypted, 'secureConnect');
  if (encrypted.destroyed) throw networkError('ECONNRESET');
  // Nobody was asked whether this is PostgreSQL; a server of something else may have the same certificate.
  if (encryption.isDirect && encrypted.alpnProtocol !== DIRECT_PROTOCOL) {
    throw new Error('the server does not say that it is PostgreSQL');
  }
  return encrypted;
}

function tlsOptions(host: string, { proof, authorities, isDirect }: Encryption): ConnectionOptions {
  return {
    // Whose the certificate must be; a server of several names is asked for this one.
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: proof !== 'none',
    ...(proof === 'authority' ? { checkServerIdentity: () => undefined } : {}),
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(isDirect ? { ALPNProtocols: [DIRECT_PROTOCOL] } : {}),
  };
}

/** Fails if the socket fails or ends first. */
async function heard(socket: Socket, event: 'connect' | 'data' | 'secureConnect'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(networkError('ECONNRESET')));
  });
}

function networkError(code: 'ECONNRESET' | 'ETIMEDOUT'): Error {
  return Object.assign(new Error(`The connection ended before it was encrypted: ${code}`), { code });
}

function encryptionError(reason: unknown): Error {
  const text = reason instanceof Error ? reason.message : String(reason);
  const error = new Error(`The connection to the database cannot be encrypted: ${text}`, { cause: reason });
  return Object.assign(error, { code: ENCRYPTION_FAILED });
}
