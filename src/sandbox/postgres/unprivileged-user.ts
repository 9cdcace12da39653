import { stat } from 'node:fs/promises';
import { runProgram } from './run-program.ts';

const LOOKED_UP_WITHIN_MS = 10_000;
const CANDIDATE_NAMES = ['postgres', '_postgres', 'nobody'];

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The user that root runs PostgreSQL as: the cluster's owner, or one that the system knows, as initdb demands. */
export async function chooseUnprivilegedUser(cluster: string): Promise<SystemUser> {
  const owner = await readOwner(cluster);
  if (owner !== undefined && owner.uid !== 0) return owner;
  for (const name of CANDIDATE_NAMES) {
    const user = await lookUpUser(name);
    if (user !== undefined) return user;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and this system has none of the users ${CANDIDATE_NAMES.join(', ')}. ` +
      'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function readOwner(path: string): Promise<SystemUser | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { name: `with the number ${uid}`, uid, gid };
  } catch {
    return undefined;
  }
}

async function lookUpUser(name: string): Promise<SystemUser | undefined> {
  const [uid, gid] = await Promise.all([lookUpNumber('-u', name), lookUpNumber('-g', name)]);
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid };
}

async function lookUpNumber(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const result = await runProgram({ file: 'id', args: [option, name] }, { waitMs: LOOKED_UP_WITHIN_MS });
  const number = Number.parseInt(result.output, 10);
  return result.succeeded && number > 0 ? number : undefined;
}
