import { SendError } from './send-error.ts';

export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Where a request goes, read as WHATWG reads it, so that every spelling of an address comes out as the address. */
export function readTarget(given: string, allowPlainHttp: boolean): Target | SendError {
  const url = URL.parse(given);
  if (url === null) return new SendError('bad_url', 'The URL is not a full address');
  if (url.protocol !== 'https:' && !(allowPlainHttp && url.protocol === 'http:')) {
    return new SendError('bad_url', `The URL must begin with https://${allowPlainHttp ? ' or http://' : ''}`);
  }
  if (url.username !== '' || url.password !== '') {
    return new SendError('bad_url', 'The URL must not carry a user name or password');
  }
  return { origin: url.origin, path: url.pathname + url.search };
}
