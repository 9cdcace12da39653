import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addCommands } from '../../src/cli/commands.ts';
import { createProgram } from '../../src/cli/program.ts';
import { runCliProcess } from './run-cli.ts';

/** Every command and group, by what is typed to call it. */
function listCommands(parent: Command, typed = ''): [string, Command][] {
  return parent.commands.flatMap((command) => {
    const name = `${typed} ${command.name()}`.trim();
    return [[name, command] as [string, Command], ...listCommands(command, name)];
  });
}

function readHelp(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

const COMMANDS = new Map(listCommands(addCommands(createProgram())));

test('the commands are those of the contract', () => {
  expect([...COMMANDS.keys()].toSorted()).toEqual([
    'company',
    'company block',
    'company create',
    'company unblock',
    'credentials',
    'credentials create',
    'credentials revoke',
    'delivery',
    'delivery list',
    'delivery resend',
    'delivery show',
    'endpoint',
    'endpoint create',
    'endpoint list',
    'endpoint pause',
    'endpoint resume',
    'endpoint rotate',
    'endpoint test',
    'enrollment',
    'enrollment create',
    'forward',
    'forward list',
    'keys',
    'keys rotate',
    'legacy',
    'legacy list',
    'merchant',
    'merchant create',
    'migrate',
    'serve',
    'simulate',
    'simulator',
    'simulator set',
    'simulator show',
    'user',
    'user create',
    'user list',
    'user remove',
    'user reset-totp',
    'user sign-out',
  ]);
});

describe('--help of each command', () => {
  test.for([...COMMANDS])('%s: says what it does, with an example to paste', ([name, command]) => {
    const help = readHelp(command);

    expect(help).toContain(`Usage: chargeback-alerts ${name} [options]`);
    expect(command.description()).toMatch(/\.$/);
    expect(help).toMatch(new RegExp(`Examples?:\\n  chargeback-alerts ${name}`));
    expect(help.includes('--json')).toBe(command.commands.length === 0);
  });
});

test('--help of the whole lists every command and shows the way to a first alert', async () => {
  // Help must not depend on a configuration that works.
  const { code, stdout } = await runCliProcess(['--help'], { PORT: 'wrong' });

  expect(code).toBe(0);
  for (const name of COMMANDS.keys()) expect(stdout).toContain(`  ${name.split(' ')[0]} `);
  const steps = ['company', 'merchant', 'enrollment', 'credentials', 'simulate', 'serve'];
  expect([...stdout.matchAll(/^ {2}chargeback-alerts (\w+)/gm)].map(([, step]) => step)).toEqual(steps);
});

test('--help of a command goes to standard output', async () => {
  const { code, stdout, stderr } = await runCliProcess(['enrollment', 'create', '--help'], {});

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('--acquirer-bin');
});

test('a call without a command gets the help as a failure', async () => {
  const { code, stdout, stderr } = await runCliProcess([], {});

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Usage: chargeback-alerts ');
});

test.each(['cli', 'start'])('called by npm as %s, it suggests lines that npm runs', async (script) => {
  const { stdout } = await runCliProcess(['--help'], { npm_lifecycle_event: script });

  expect(stdout).toContain('Usage: npm run -s cli -- ');
  expect(stdout).toContain('\n  npm run -s cli -- company create --name');
});
