import { BackofficeError } from './backoffice-error.ts';
import { URL_LENGTH_MAX } from './limits.ts';
import { showGiven } from './show-given.ts';

/** D26: where webhooks may go. Which addresses a host name leads to is checked again at each delivery. */
export function readEndpointUrl(given: string, allowPlainHttp: boolean): string {
  const url = URL.parse(given);
  const protocols = allowPlainHttp ? ['https:', 'http:'] : ['https:'];
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
  if (url.href.length > URL_LENGTH_MAX) {
    throw new BackofficeError(
      `The URL must have up to ${URL_LENGTH_MAX} characters; this one has ${url.href.length}.`,
    );
  }
  return url.href;
}
