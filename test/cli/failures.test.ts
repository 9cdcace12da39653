import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { productionEnvironment, runCliProcess, useCli } from './run-cli.ts';

const cli = useCli();
const CREATE = ['company', 'create', '--name', 'Loja', '--json'];
const BIN = fileURLToPath(new URL('../../bin/chargeback-alerts.js', import.meta.url));

interface Failure {
  readonly what: string;
  readonly commands: readonly (readonly string[])[];
  readonly environment: () => Record<string, string>;
  readonly says: readonly string[];
}

const FAILURES: readonly Failure[] = [
  {
    what: 'a bad configuration names every problem',
    commands: [CREATE, ['migrate'], ['serve']],
    environment: () => ({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      RESPONSE_WINDOW: 'soon',
      DATABASE_URL: 'mysql://x',
    }),
    says: [
      'The configuration is invalid:',
      '  - DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
      '  - PORT must be a whole number from 0 to 65535',
      '  - RESPONSE_WINDOW must be a duration such as 24h, 6d, 30m, 10s or 500ms, at most 366d',
      '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      '  - SECRET_KEY is required with DATABASE_URL',
      '  - PROVIDER_A_SECRET is required with DATABASE_URL',
      '  - PROVIDER_B_SECRET is required with DATABASE_URL',
    ],
  },
  {
    what: 'a database that does not answer',
    commands: [CREATE, ['serve']],
    environment: () => productionEnvironment('postgres://user:word@127.0.0.1:1/alerts'),
    says: [
      'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1). ' +
        'Check that PostgreSQL runs and that DATABASE_URL leads to it.',
    ],
  },
  {
    what: 'a database that does not exist',
    commands: [['migrate']],
    environment: () => productionEnvironment(new URL('/missing', cli.database.url).href),
    says: [
      'PostgreSQL does not let us in: database "missing" does not exist. ' +
        'Check the user, password and database in DATABASE_URL.',
    ],
  },
];

describe.concurrent.for(FAILURES)('$what', ({ commands, environment, says }) => {
  test.for(commands)('$0', async (command) => {
    const result = await runCliProcess(command, environment());

    expect(result).toEqual({ code: 1, stdout: '', stderr: `error: ${says.join('\n')}\n` });
  });
});

test('LOG_LEVEL=debug adds the stack to the reason, on standard error', async () => {
  const environment = {
    ...productionEnvironment('postgres://user:word@127.0.0.1:1/alerts'),
    LOG_LEVEL: 'debug',
  };

  const { code, stdout, stderr } = await runCliProcess(CREATE, environment);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('"msg":"the command failed"');
  expect(stderr).toContain('\\n    at ');
});

test('the launcher of the package runs the same commands and names itself in what it suggests', async () => {
  const created = await runCliProcess(CREATE.slice(0, -1), cli.environment, BIN);
  const refused = await runCliProcess(['company', 'unblock', 'abc'], cli.environment, BIN);

  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toMatch(/\n {2}chargeback-alerts merchant create --company [0-9a-f-]{36} /);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
});
