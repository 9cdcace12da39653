import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface TestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export interface TestOutcome {
  readonly passed: number;
  /** The names of the tests that failed. */
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
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  return { passed: report.numPassedTests, failed };
}
