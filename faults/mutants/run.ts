// `npm run mutants`: changes the rules in one small place after the other; a test of the rules must fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pickNamed, readCommandLine } from '../../bench/support/command-line.ts';
import { copyRepository } from '../planted/repository-copy.ts';
import { EQUIVALENT, TESTS_OF } from './tests-of-rules.ts';
import { findMutants, type Mutant } from './find-mutants.ts';

const KILLED_AFTER_MS = 60_000;
const SCORE_MIN = 0.95;
const USAGE = `npm run mutants [-- FILE …]

Changes the rules in one small place after the other; a test of the rules must fail each time. ${100 * SCORE_MIN} % of the changes must
be noticed. A file of 60 changes takes three minutes.

  FILE   one of src/rules, such as card-number.ts; all of them unless some are named`;

async function passes(folder: string, tests: readonly string[]): Promise<boolean> {
  const program = join(folder, 'node_modules/vitest/vitest.mjs');
  const options = ['--config', 'faults/mutants/vitest.config.ts', '--root', folder];
  const child = spawn(process.execPath, [program, 'run', ...tests, ...options], {
    cwd: folder,
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code === 0;
}

function describe(file: string, text: string, { start, end, replacement }: Mutant): string {
  const line = text.slice(0, start).split('\n').length;
  return `${file}:${line}: ${text.slice(start, end)} → ${replacement}`;
}

const { names } = readCommandLine({ usage: USAGE });
const files = await readdir(new URL('../../src/rules', import.meta.url));
const wanted = pickNamed(Object.fromEntries(files.map((file) => [file, file])), names, USAGE);
const copy = await copyRepository();
let mutants = 0;
const survivors: string[] = [];
try {
  for (const [file] of wanted) {
    const path = join(copy.folder, 'src/rules', file);
    const sound = await readFile(path, 'utf8');
    const tests = TESTS_OF[file] ?? [];
    const found = findMutants(file, sound).filter((mutant) => !EQUIVALENT.has(describe(file, sound, mutant)));
    if (found.length === 0) continue;
    if (tests.length > 0 && !(await passes(copy.folder, tests))) throw new Error(`${file} fails as it is`);
    for (const mutant of found) {
      await writeFile(path, sound.slice(0, mutant.start) + mutant.replacement + sound.slice(mutant.end));
      const survives = tests.length === 0 || (await passes(copy.folder, tests));
      if (survives) survivors.push(describe(file, sound, mutant));
    }
    await writeFile(path, sound);
    mutants += found.length;
    console.log(`${file}: ${found.length} mutants`);
  }
} finally {
  await copy.remove();
}
for (const survivor of survivors) console.log(`survived  ${survivor}`);
const score = 1 - survivors.length / mutants;
console.log(`killed ${mutants - survivors.length} of ${mutants}: ${(100 * score).toFixed(1)} %`);
process.exitCode = score >= SCORE_MIN ? 0 : 1;
