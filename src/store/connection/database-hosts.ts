import { type Encryption, takeEncryption } from './database-encryption.ts';

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** The URL as the driver is to read it: with the first host only, and without a word on encryption or time zone. */
  readonly url: string;
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
  /** Undefined: none. */
  readonly encryption: Encryption | undefined;
}

const PORT = 5432;
const PARTS =
  /^(?<before>postgres(?:ql)?:\/\/(?:[^/?]*@)?)(?<hosts>[^/?]*)(?<path>[^?]*)(?:\?(?<parameters>.*))?$/is;

/** A primary and its standbys stand in one URL, as libpq has it: `postgres://user@one:5432,two:5432/name`. */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const parts = PARTS.exec(databaseUrl)?.groups;
  if (parts === undefined) throw new Error('DATABASE_URL must begin with postgres:// or postgresql://');
  const { before = '', hosts = '', path = '' } = parts;
  const [first = '', ...others] = hosts.split(',');
  const parameters = new URLSearchParams(parts['parameters']);
  const encryption = takeEncryption(parameters);
  dropTimeZone(parameters);
  const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return {
    url: before + first + path + rest,
    hosts: [readHost(first), ...others.map(readHost)],
    encryption,
  };
}

/** What the URL sets goes before what `connect` sets, and days are cut where UTC cuts them. PostgreSQL reads any case. */
function dropTimeZone(parameters: URLSearchParams): void {
  const names = [...parameters.keys()].filter((name) => name.toLowerCase() === 'timezone');
  for (const name of names) parameters.delete(name);
}

function readHost(text: string): DatabaseHost {
  const [, host = '', port] = /^(?:\[(?=[^\]]*\]))?([^\]]*?)\]?(?::(\d+))?$/.exec(text) ?? [];
  return { host: decodeURIComponent(host) || 'localhost', port: Number(port ?? PORT) };
}
