import { describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

/** Each command, and the options its help must explain. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  serve: ['--only', '--json'],
  migrate: ['--json'],
  company: [],
  'company create': ['--name', '--json'],
  'company block': ['--reason', '--json'],
  'company unblock': ['--json'],
  credentials: [],
  'credentials create': ['--company', '--json'],
  'credentials revoke': ['--json'],
  merchant: [],
  'merchant create': ['--company', '--name', '--json'],
  enrollment: [],
  'enrollment create': ['--merchant', '--provider', '--descriptor', '--acquirer-bin', '--caid', '--json'],
  endpoint: [],
  'endpoint create': ['--company', '--url', '--format', '--json'],
  user: [],
  'user create': ['--email', '--role', '--company', '--json'],
  simulate: ['--company', '--provider', '--count', '--json'],
};

describe.concurrent('--help', () => {
  test.for(Object.entries(COMMANDS))('%s: says what it does, with an example', async ([command, options]) => {
    const { code, stdout, stderr } = await runCli([...command.split(' '), '--help'], {});

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`Examples?:\\n  npm run -s cli -- ${command}`));
    for (const option of options) expect(stdout).toContain(`  ${option}`);
  });

  test('of the whole lists every command and shows the way to a first alert', async () => {
    // Help must not depend on a configuration that works.
    const { code, stdout } = await runCli(['--help'], { PORT: 'wrong' });

    expect(code).toBe(0);
    for (const command of Object.keys(COMMANDS)) expect(stdout).toContain(`  ${command.split(' ')[0]} `);
    const steps = ['company', 'merchant', 'enrollment', 'credentials', 'simulate', 'serve'];
    expect([...stdout.matchAll(/^ {2}npm run -s cli -- (\w+)/gm)].map(([, step]) => step)).toEqual(steps);
  });

  test('is what a call without a command gets, as a failure', async () => {
    const { code, stdout, stderr } = await runCli([], {});

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Usage: npm run -s cli -- ');
  });
});
