// `npm run planted-bugs`: plants one mistake after the other in a copy of the repository; a test must fail.
import { readCommandLine, refuse } from '../../bench/support/command-line.ts';
import { PLANTED_BUGS, type PlantedBug } from './bugs.ts';
import { copyRepository, withBug } from './repository-copy.ts';
import { runTests } from './run-tests.ts';

const USAGE = `npm run planted-bugs [-- PART …]

Plants one mistake after the other in a copy of the repository; a test must fail each time. There are ${PLANTED_BUGS.length}.

  PART   only mistakes whose name has this in it, such as deadline`;

const { names: parts } = readCommandLine({ usage: USAGE });
const bugs = PLANTED_BUGS.filter(
  ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
if (bugs.length === 0) refuse(`No mistake has ${parts.join(' or ')} in its name`, USAGE);
const copy = await copyRepository();

async function isCaught(bug: PlantedBug): Promise<boolean> {
  const { failed } = await withBug(copy.folder, bug, async () => runTests(copy.folder, [bug.test]));
  const [first] = failed;
  console.log(
    first === undefined ? `MISSED  ${bug.name}` : `caught  ${bug.name}\n        ${bug.test}: ${first}`,
  );
  return first !== undefined;
}

try {
  const files = [...new Set(bugs.map(({ test }) => test))];
  const sound = await runTests(copy.folder, files);
  if (sound.failed.length > 0) throw new Error(`fails without any bug: ${sound.failed.join(', ')}`);
  console.log(`${sound.passed} tests in ${files.length} files pass without a bug`);
  let caught = 0;
  for (const bug of bugs) caught += (await isCaught(bug)) ? 1 : 0;
  console.log(`caught ${caught} of ${bugs.length}`);
  process.exitCode = caught === bugs.length ? 0 : 1;
} finally {
  await copy.remove();
}
