import { isIP } from 'node:net';
import { isPublicAddress } from '../../rules/public-address.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { URL_LENGTH_MAX } from '../limits.ts';
import { showGiven } from '../show-given.ts';

/** D26: where webhooks may go. Which addresses a host name leads to is not asked here but at each delivery. */
export function readEndpointUrl(given: string, allowPrivate: boolean): string {
  const url = URL.parse(given);
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (url === null || !protocols.includes(url.protocol)) {
    const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ');
    throw new BackofficeError(
      `The URL must be a full address that begins with ${beginnings}; received ${showGiven(given)}.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new BackofficeError(
      'The URL must not carry a user name or password. Leave them out: each webhook is signed, so verify its signature.',
    );
  }
  if (!allowPrivate && isPrivateLiteral(url.hostname)) {
    throw new BackofficeError(
      `The URL must lead to a public address, and ${url.hostname} is private or reserved. Use a host name or an ` +
        'address that everybody on the internet can reach.',
    );
  }
  if (url.href.length > URL_LENGTH_MAX) {
    throw new BackofficeError(
      `The URL must have up to ${URL_LENGTH_MAX} characters; this one has ${url.href.length}.`,
    );
  }
  return url.href;
}

/** Every spelling of an address has become the address by now; an IPv6 one stands in brackets. */
function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && !isPublicAddress(address);
}
