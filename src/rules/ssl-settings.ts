/** What `sslmode` in a database's URL may be, in the words of PostgreSQL's own programs. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** What a database's URL says of encryption. */
export interface SslSettings {
  readonly mode: SslMode;
  /** The file of the authorities who may sign; undefined: whoever Node.js trusts. */
  readonly rootFile: string | undefined;
  /** Whether the handshake begins at once, without the question whether it may. */
  readonly isDirect: boolean;
}

/** With these a connection is encrypted or not made. */
const STRICT_MODES: readonly SslMode[] = ['require', 'verify-ca', 'verify-full'];
const NEGOTIATIONS: readonly string[] = ['postgres', 'direct'];
/** Node.js has its own list of authorities, which stands in for the system's. */
const SYSTEM = 'system';

/** The settings, or what the URL must be: one that contradicts itself is not read as the weaker of the two. */
export function readSslSettings(
  parameters: URLSearchParams,
): { readonly value: SslSettings } | { readonly expected: string } {
  const rootCert = parameters.get('sslrootcert') ?? undefined;
  const modeWithout = rootCert === SYSTEM ? 'verify-full' : 'disable';
  const mode = readMode(parameters.get('sslmode') ?? parameters.get('ssl') ?? modeWithout);
  if (mode === undefined) return { expected: `a URL whose sslmode is one of ${SSL_MODES.join(', ')}` };
  const negotiation = parameters.get('sslnegotiation') ?? 'postgres';
  const expected = expectInstead(mode, rootCert, negotiation);
  if (expected !== undefined) return { expected };
  const rootFile = rootCert === SYSTEM ? undefined : rootCert;
  return { value: { mode, rootFile, isDirect: negotiation === 'direct' } };
}

/** `ssl=false` and `ssl=true` are understood, too. */
function readMode(text: string): SslMode | undefined {
  if (text === 'false') return 'disable';
  if (text === 'true') return 'verify-full';
  return SSL_MODES.find((mode) => mode === text);
}

/** The same pairs are refused by PostgreSQL's own programs, or leave a connection less safe than its URL reads. */
function expectInstead(mode: SslMode, rootCert: string | undefined, negotiation: string): string | undefined {
  const isStrict = STRICT_MODES.includes(mode);
  if (!NEGOTIATIONS.includes(negotiation)) {
    return `a URL whose sslnegotiation is one of ${NEGOTIATIONS.join(', ')}`;
  }
  if (!isStrict && negotiation === 'direct') {
    return `a URL whose sslmode is one of ${STRICT_MODES.join(', ')} when sslnegotiation is direct`;
  }
  if (rootCert === SYSTEM && mode !== 'verify-full') {
    return 'a URL whose sslmode is verify-full when sslrootcert is system';
  }
  if (!isStrict && rootCert !== undefined) {
    return `a URL whose sslmode is one of ${STRICT_MODES.join(', ')} when it names an sslrootcert`;
  }
  // A public authority signs for everybody: without the host's name its signature proves nothing.
  if (mode === 'verify-ca' && rootCert === undefined) {
    return 'a URL that names an sslrootcert when sslmode is verify-ca; verify-full can do without';
  }
  return undefined;
}
