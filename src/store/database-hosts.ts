export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** The URL with the first host only, which every reader of URLs understands. */
  readonly url: string;
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]];
}

const PORT = 5432;
const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<after>.*)$/;

/** A primary and its standbys stand in one URL, as libpq has it: `postgres://user@one:5432,two:5432/name`. */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const { before = databaseUrl, hosts = '', after = '' } = PARTS.exec(databaseUrl)?.groups ?? {};
  const [first = '', ...others] = hosts.split(',');
  return { url: before + first + after, hosts: [readHost(first), ...others.map(readHost)] };
}

function readHost(text: string): DatabaseHost {
  const [, host = '', port] = /^(?:\[(?=[^\]]*\]))?([^\]]*?)\]?(?::(\d+))?$/.exec(text) ?? [];
  return { host: decodeURIComponent(host) || 'localhost', port: Number(port ?? PORT) };
}
