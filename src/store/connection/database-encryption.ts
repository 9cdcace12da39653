import { readFileSync } from 'node:fs';
import { isSslMode, type SslMode } from '../../rules/ssl-mode.ts';

/** How a connection to the database is encrypted. */
export interface Encryption {
  /** Whether a server that does not encrypt is refused. */
  readonly isRequired: boolean;
  /** What its certificate must prove: nothing, that a trusted authority signed it, or also that it is the host's. */
  readonly proof: 'none' | 'authority' | 'host';
  /** The certificates of those who may sign; undefined: whoever Node.js trusts. */
  readonly authorities: string | undefined;
  /** Whether the handshake begins at once, without the question whether it may. */
  readonly isDirect: boolean;
}

/** Of a URL these are ours; the driver would pass them on to the server as settings. */
const PARAMETERS = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation'] as const;
/** Node.js has its own list of authorities, which does for the system's. */
const SYSTEM = 'system';

/** Takes what concerns encryption out of the parameters of a database's URL. Undefined: nothing is encrypted. */
export function takeEncryption(parameters: URLSearchParams): Encryption | undefined {
  const [sslMode, ssl, rootFile, negotiation] = PARAMETERS.map((name) => parameters.get(name) ?? undefined);
  for (const name of PARAMETERS) parameters.delete(name);
  const mode = rootFile === SYSTEM ? 'verify-full' : readMode(sslMode ?? ssl ?? 'disable');
  if (mode === 'disable') return undefined;
  const authorities =
    rootFile === undefined || rootFile === SYSTEM ? undefined : readFileSync(rootFile, 'utf8');
  return {
    // An `allow` that tries without encryption first would be a `prefer` that prefers the worse.
    isRequired: mode !== 'allow' && mode !== 'prefer',
    proof: proofFor(mode, authorities !== undefined),
    authorities,
    isDirect: negotiation === 'direct',
  };
}

/** `ssl=false` and `ssl=true` are understood, too; what nobody knows is taken for the strictest. */
function readMode(text: string): SslMode {
  if (text === 'false') return 'disable';
  return isSslMode(text) ? text : 'verify-full';
}

/** Who names the authorities wants them asked, with `require` too. */
function proofFor(mode: Exclude<SslMode, 'disable'>, namesAuthorities: boolean): Encryption['proof'] {
  switch (mode) {
    case 'allow':
    case 'prefer':
      return 'none';
    case 'require':
      return namesAuthorities ? 'authority' : 'none';
    case 'verify-ca':
      return 'authority';
    case 'verify-full':
      return 'host';
  }
}
