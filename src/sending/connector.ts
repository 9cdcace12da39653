import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { isPublicAddress } from '../rules/public-address.ts';
import { describeError } from './failure-text.ts';
import { ForbiddenAddressError, SendError } from './send-error.ts';

export interface ConnectorSettings {
  readonly lookup: LookupFunction;
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
}

/**
 * Opens every connection of the sender. It stands in for undici's own connector, which lets literals of addresses pass
 * without lookup, measures its timeout in steps of half a second, and resumes TLS sessions without a look at the certificate.
 */
export function createConnector(settings: ConnectorSettings): buildConnector.connector {
  return (target, callback) => {
    if (!settings.allowPrivate && isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) {
      process.nextTick(callback, new ForbiddenAddressError(), null);
      return;
    }
    const secure = target.protocol === 'https:';
    const socket = secure ? openTls(target, settings) : openTcp(target, settings);
    watchConnecting(socket, secure, settings.connectTimeoutMs, callback);
  };
}

function openTcp({ hostname, port }: buildConnector.Options, { lookup }: ConnectorSettings): Socket {
  return connectTcp({ host: hostname, port: port === '' ? 80 : Number(port), lookup });
}

function openTls({ hostname, port }: buildConnector.Options, { lookup }: ConnectorSettings): Socket {
  return tls.connect({
    host: hostname,
    port: port === '' ? 443 : Number(port),
    lookup,
    // RFC 6066 allows neither an address nor a closing dot here.
    servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
  });
}

function watchConnecting(
  socket: Socket,
  secure: boolean,
  connectTimeoutMs: number,
  callback: buildConnector.Callback,
): void {
  let stage: 'connect' | 'tls' = 'connect';
  let settled = false;
  socket.setNoDelay(true);
  const timer = setTimeout(() => {
    socket.destroy(new SendError('timeout', `No connection within ${connectTimeoutMs} ms`));
  }, connectTimeoutMs);

  socket.once('connect', () => {
    stage = 'tls';
  });
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    settled = true;
    callback(null, socket);
  });
  // It stays for the life of the socket, since an error that nobody listens to would end the process.
  socket.on('error', (error) => {
    clearTimeout(timer);
    if (settled) return;
    settled = true;
    callback(toSendError(error, stage), null);
  });
}

function toSendError(error: Error, stage: 'connect' | 'tls'): SendError {
  if (error instanceof SendError) return error;
  const text = stage === 'connect' ? 'No connection' : 'The TLS handshake failed';
  return new SendError(stage, describeError(error, text), { cause: error });
}
