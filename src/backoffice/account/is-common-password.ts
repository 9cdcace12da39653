import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { plainPassword } from '../../rules/password-rule.ts';

/** One per line, in lower case, with a line end before the first; for its source see `docs/decisions/dependencies.md`. */
const LIST = new URL('common-passwords.txt.gz', import.meta.url);

const unzip = promisify(gunzip);

/** Read each time: a password is seldom chosen, and hashing it takes longer. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const list = await unzip(await readFile(LIST));
  return list.includes(`\n${plainPassword(password)}\n`);
}
