// `npm run planted-bugs [-- NAME …]`: plants one mistake after the other in a copy of the repository; a test must fail.
import { PLANTED_BUGS, type PlantedBug } from './bugs.ts';
import { copyRepository, withBug } from './repository-copy.ts';
import { runTests } from './run-tests.ts';

const wanted = process.argv.slice(2);
const bugs = PLANTED_BUGS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
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
