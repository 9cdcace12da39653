import { readFileSync } from 'node:fs';
import { readSslSettings, type SslMode } from '../../rules/ssl-settings.ts';

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

/** Takes what concerns encryption out of the parameters of a database's URL. Undefined: nothing is encrypted. */
export function takeEncryption(parameters: URLSearchParams): Encryption | undefined {
  const settings = readSslSettings(parameters);
  if ('expected' in settings) throw new Error(`DATABASE_URL must be ${settings.expected}`);
  for (const name of PARAMETERS) parameters.delete(name);
  const { mode, rootFile, isDirect } = settings.value;
  if (mode === 'disable') return undefined;
  return {
    // An `allow` that tried without encryption first would be a `prefer` that prefers the worse option.
    isRequired: mode !== 'allow' && mode !== 'prefer',
    proof: proofFor(mode, rootFile !== undefined),
    authorities: rootFile === undefined ? undefined : readAuthorities(rootFile),
    isDirect,
  };
}

/** Naming the authorities means that they are checked, even with `require`. */
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

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`sslrootcert in DATABASE_URL cannot be read: ${reason}`, { cause: error });
  }
}
