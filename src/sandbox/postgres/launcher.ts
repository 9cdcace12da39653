import type { PostgresBinaries } from './binaries.ts';
import { type Launch, runProgram } from './run-program.ts';
import type { SystemUser } from './unprivileged-user.ts';

const PROBED_WITHIN_MS = 10_000;

/** How a PostgreSQL program is started on this machine by this user. */
export type Launcher = (file: string, args: readonly string[]) => Launch;

export const launchAsOurselves: Launcher = (file, args) => ({ file, args });

/** PostgreSQL refuses to run as root, so that root starts it as another user. */
export async function chooseLauncherForRoot(
  user: SystemUser,
  binaries: PostgresBinaries,
  directory: string,
): Promise<Launcher> {
  const direct = launchAs(user);
  if (await reaches(direct, binaries, directory)) return direct;
  const throughClosedFolders = launchThroughClosedFoldersAs(user);
  if (process.platform === 'linux' && (await reaches(throughClosedFolders, binaries, directory))) {
    return throughClosedFolders;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the user ${user.name} that it would run as cannot enter ` +
      `${directory} or cannot run ${binaries.postgres}. Start the service as an ordinary user, ` +
      'or put DATA_DIR and the checkout where that user can enter, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function launchAs(user: SystemUser): Launcher {
  return (file, args) => ({ file, args, uid: user.uid, gid: user.gid });
}

/**
 * Keeps one right of root, to pass folders that others cannot enter. PostgreSQL asks access(2) about its own
 * program, which looks away from the capabilities of an unprivileged user unless no_setuid_fixup is set.
 */
function launchThroughClosedFoldersAs(user: SystemUser): Launcher {
  const options = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ];
  return (file, args) => ({ file: 'setpriv', args: [...options, file, ...args] });
}

async function reaches(launcher: Launcher, binaries: PostgresBinaries, directory: string): Promise<boolean> {
  const script = 'cd "$1" && exec "$2" --version';
  const probe = launcher('/bin/sh', ['-c', script, 'sh', directory, binaries.postgres]);
  const result = await runProgram(probe, { waitMs: PROBED_WITHIN_MS });
  return result.succeeded;
}
