import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../../src/config.ts';
import { linkInstalled, REPOSITORY } from './repository.ts';

const run = promisify(execFile);

export interface EarlierVersion {
  /** What starts it. */
  readonly program: string;
  /** By its own migrations, and no later ones. */
  readonly migrate: (config: Config) => Promise<void>;
  remove(): Promise<void>;
}

/** The version from before the latest migration, out of version control, on the packages that are installed. */
export async function unpackEarlierVersion(): Promise<EarlierVersion> {
  const commit = await findCommitBeforeLatestMigration();
  const folder = await mkdtemp(join(tmpdir(), 'chargeback-alerts-earlier-'));
  const archive = join(folder, 'archive.tar');
  const program = join(folder, 'bin/chargeback-alerts.js');
  await run('git', ['archive', '--output', archive, commit], { cwd: REPOSITORY });
  await run('tar', ['-xf', archive, '-C', folder]);
  await linkInstalled(folder);
  return {
    program,
    migrate: async ({ databaseUrl, secretKey, providerASecret, providerBSecret }) => {
      const environment = {
        DATABASE_URL: databaseUrl,
        SECRET_KEY: secretKey,
        PROVIDER_A_SECRET: providerASecret,
        PROVIDER_B_SECRET: providerBSecret,
      };
      await run(process.execPath, [program, 'migrate'], { env: { ...process.env, ...environment } });
    },
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

async function findCommitBeforeLatestMigration(): Promise<string> {
  const { stdout } = await run(
    'git',
    ['log', '-1', '--first-parent', '--diff-filter=A', '--format=%P', '--', 'migrations'],
    { cwd: REPOSITORY },
  );
  const [commit = ''] = stdout.trim().split(' ');
  if (commit === '') throw new Error('Version control knows of no version before the latest migration');
  return commit;
}
