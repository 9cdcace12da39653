import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLANTED_BUGS } from '../../faults/planted/bugs.ts';
import { plant } from '../../faults/planted/repository-copy.ts';
import { REPOSITORY } from '../../faults/support/repository.ts';

test.for(PLANTED_BUGS)('`npm run planted-bugs` still finds where to plant: $name', async (bug) => {
  const sound = await readFile(join(REPOSITORY, bug.file), 'utf8');
  expect(plant(sound, bug)).not.toBe(sound);
  expect(existsSync(join(REPOSITORY, bug.test))).toBe(true);
});
