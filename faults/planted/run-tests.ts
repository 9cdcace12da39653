import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface TestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export interface TestOutcome {
  readonly passed: number;
  /** The names of the tests that failed, or of a file that could not be set up. */
  readonly failed: readonly string[];
}

/** Runs some test files of a copy of the repository, to the first failure of each. */
export async function runTests(folder: string, files: readonly string[]): Promise<TestOutcome> {
  const reportFile = join(folder, 'test-report.json');
  await rm(reportFile, { force: true });
  const program = join(folder, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [program, 'run', ...files, '--bail=1', '--reporter=json', `--outputFile=${reportFile}`],
    { cwd: folder, stdio: 'ignore' },
  );
  await once(child, 'exit');
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as TestReport;
  return { passed: report.numPassedTests, failed: report.testResults.flatMap(listFailed) };
}

/** A file that failed without a test that did could not even be set up. */
function listFailed({
  name,
  status,
  assertionResults,
}: TestReport['testResults'][number]): readonly string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
  return failed.length === 0 && status === 'failed' ? [`${name} could not be set up`] : failed;
}
