import { execFile } from 'node:child_process';

/** A program with its arguments, and the user it runs as where that is not our own. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

export interface ProgramResult {
  readonly succeeded: boolean;
  readonly output: string;
}

/** Runs a short program to its end, killed when the limit passes. It never throws: a failure is in the output. */
export function runProgram(
  launch: Launch,
  options: { readonly waitMs: number; readonly directory?: string; readonly input?: string },
): Promise<ProgramResult> {
  const { file, args, ...user } = launch;
  return new Promise<ProgramResult>((resolve) => {
    const child = execFile(
      file,
      [...args],
      {
        ...user,
        ...(options.directory === undefined ? {} : { cwd: options.directory }),
        env: programEnvironment(),
        timeout: options.waitMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        resolve({ succeeded: error === null, output: output === '' ? (error?.message ?? '') : output });
      },
    );
    child.stdin?.on('error', ignoreClosedInput);
    child.stdin?.end(options.input);
    // Node throws some failures of a start, such as a missing right to change the user, instead of reporting them.
  }).catch((error: unknown) => ({ succeeded: false, output: String(error) }));
}

// A program that ends before it read its input has its own error to tell.
function ignoreClosedInput(): void {}

/** Only what the programs need: the service's own secrets stay out of other processes. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}
