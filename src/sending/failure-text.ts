/** What the codes of Node.js mean for the owner of an address, in words that lead to the mistake. */
const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset',
  EPIPE: 'Connection reset',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in a self-signed certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate chain is incomplete or its issuer unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is incomplete or its issuer unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not speak TLS on this port',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The server does not support TLS 1.2 or newer',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The server does not support TLS 1.2 or newer',
};

/** Errors of Node.js carry addresses and file names in their message; only their code goes outside. */
export function describeError(error: Error, otherwise: string): string {
  const code = codeOf(error);
  return FAILURE_TEXTS[code] ?? (code === '' ? otherwise : `${otherwise} (${code})`);
}

export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
