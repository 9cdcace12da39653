import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { encodeSecret } from '../../src/signing/standard-webhooks.ts';

const SECRET_A = encodeSecret(Buffer.alloc(24, 'a'));
const SECRET_B = encodeSecret(Buffer.alloc(24, 'b'));

const WITH_DATABASE = {
  DATABASE_URL: 'postgres://app:database-password@db.example:5432/alerts',
  SECRET_KEY: 'sixteen letters!',
  PROVIDER_A_SECRET: SECRET_A,
  PROVIDER_B_SECRET: SECRET_B,
};

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

test('an empty environment is the sandbox with the defaults of chapter 3', () => {
  expect(readConfig({})).toEqual({
    databaseUrl: undefined,
    dataDir: './data',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    secretKey: undefined,
    providerASecret: undefined,
    providerBSecret: undefined,
    providerAUrl: undefined,
    responseWindowMs: 24 * 3_600_000,
    followUpWindowMs: 6 * 24 * 3_600_000,
    webhookAllowPrivate: true,
    simulator: true,
    rateLimitPerMinute: 600,
    retentionDays: 730,
    stopDelayMs: 0,
    logLevel: 'info',
  });
});

test('with DATABASE_URL the defaults are those of a real installation', () => {
  expect(readConfig(WITH_DATABASE)).toMatchObject({
    databaseUrl: WITH_DATABASE.DATABASE_URL,
    host: '0.0.0.0',
    port: 3000,
    secretKey: WITH_DATABASE.SECRET_KEY,
    providerASecret: SECRET_A,
    providerBSecret: SECRET_B,
    webhookAllowPrivate: false,
    simulator: false,
  });
});

test('an empty value counts as not set', () => {
  const empty = Object.fromEntries(['DATABASE_URL', 'PORT', 'HOST', 'LOG_LEVEL'].map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

describe('good values', () => {
  test.for<[name: string, text: string, read: object]>([
    ['DATA_DIR', '/var/lib/alerts', { dataDir: '/var/lib/alerts' }],
    ['HOST', '::1', { host: '::1' }],
    ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://alerts.example/', { publicUrl: 'https://alerts.example' }],
    ['SECRET_KEY', 'sixteen letters!', { secretKey: 'sixteen letters!' }],
    ['SECRET_KEY', 'sixteen letters!,and sixteen more', { secretKey: 'sixteen letters!,and sixteen more' }],
    ['PROVIDER_A_SECRET', `${SECRET_A},${SECRET_B}`, { providerASecret: `${SECRET_A},${SECRET_B}` }],
    ['PROVIDER_A_SECRET', SECRET_A, { providerASecret: SECRET_A }],
    ['PROVIDER_B_SECRET', SECRET_B, { providerBSecret: SECRET_B }],
    ['PROVIDER_A_URL', 'https://provider-a.example/v1', { providerAUrl: 'https://provider-a.example/v1' }],
    ['RESPONSE_WINDOW', '10s', { responseWindowMs: 10_000 }],
    ['RESPONSE_WINDOW', '500ms', { responseWindowMs: 500 }],
    ['RESPONSE_WINDOW', '1.5h', { responseWindowMs: 5_400_000 }],
    ['FOLLOW_UP_WINDOW', '30m', { followUpWindowMs: 1_800_000 }],
    ['FOLLOW_UP_WINDOW', '366d', { followUpWindowMs: 366 * 86_400_000 }],
    ['WEBHOOK_ALLOW_PRIVATE', 'false', { webhookAllowPrivate: false }],
    ['WEBHOOK_ALLOW_PRIVATE', 'TRUE', { webhookAllowPrivate: true }],
    ['SIMULATOR', 'off', { simulator: false }],
    ['SIMULATOR', 'on', { simulator: true }],
    ['RATE_LIMIT_PER_MINUTE', '0', { rateLimitPerMinute: 0 }],
    ['RATE_LIMIT_PER_MINUTE', '1200', { rateLimitPerMinute: 1200 }],
    ['RETENTION_DAYS', '1', { retentionDays: 1 }],
    ['STOP_DELAY_SECONDS', '5', { stopDelayMs: 5000 }],
    ['SMTP_URL', 'smtp://mail.example:2525', { smtpUrl: 'smtp://mail.example:2525' }],
    ['SMTP_URL', 'smtps://user:secret@mail.example', { smtpUrl: 'smtps://user:secret@mail.example' }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://collector:4318',
      { tracing: { endpoint: 'http://collector:4318', headers: {}, ratio: 1 } },
    ],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s', ([name, text, read]) => {
    expect(readConfig({ [name]: text })).toMatchObject(read);
  });

  test.for([
    'postgresql://localhost/alerts',
    'postgres://app:password@one.example:5432,two.example:5432/alerts?sslmode=require',
    'postgres://localhost/alerts?sslmode=verify-ca&sslrootcert=/root.crt&sslnegotiation=direct',
    'postgres://localhost/alerts?sslrootcert=system',
  ])('DATABASE_URL=%s', (databaseUrl) => {
    expect(readConfig({ ...WITH_DATABASE, DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });
});

test('a line break at the end of DATABASE_URL, as a file of secrets has it, is no part of it', () => {
  const withBreak = { ...WITH_DATABASE, DATABASE_URL: `${WITH_DATABASE.DATABASE_URL}\n` };
  expect(readConfig(withBreak).databaseUrl).toBe(WITH_DATABASE.DATABASE_URL);
});

describe('bad values stop the start with a message that names the variable', () => {
  test.for([
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://localhost/alerts'],
    ['DATABASE_URL', 'postgres://one:x,two/alerts'],
    ['DATABASE_URL', 'postgres://one,two/alerts?sslmode=on'],
    ['DATABASE_URL', 'postgres://one/alerts?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://one/alerts?sslmode=verify-ca&sslrootcert=system'],
    ['DATABASE_URL', 'postgres://one/alerts?sslrootcert=/root.crt'],
    ['DATABASE_URL', 'postgres://one/alerts?sslmode=disable&sslrootcert=/root.crt'],
    ['DATABASE_URL', 'postgres://one/alerts?sslmode=require&sslnegotiation=at-once'],
    ['DATABASE_URL', 'postgres://one/alerts?sslmode=prefer&sslnegotiation=direct'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'alerts.example'],
    ['PUBLIC_URL', 'ftp://alerts.example'],
    ['SECRET_KEY', 'fifteen letters'],
    ['SECRET_KEY', 'sixteen letters!,short'],
    ['SECRET_KEY', 'sixteen letters!,sixteen letters!,sixteen letters!'],
    ['PROVIDER_A_SECRET', 'no prefix at all'],
    ['PROVIDER_A_SECRET', 'whsec_'],
    ['PROVIDER_A_SECRET', 'whsec_not/base64!'],
    ['PROVIDER_B_SECRET', encodeSecret(Buffer.alloc(15))],
    ['PROVIDER_A_URL', '/outcomes'],
    ['RESPONSE_WINDOW', '24'],
    ['RESPONSE_WINDOW', '0s'],
    ['RESPONSE_WINDOW', '-1h'],
    ['RESPONSE_WINDOW', '1w'],
    ['RESPONSE_WINDOW', '24 h'],
    ['FOLLOW_UP_WINDOW', '367d'],
    ['FOLLOW_UP_WINDOW', 'soon'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['SIMULATOR', 'true'],
    ['RATE_LIMIT_PER_MINUTE', '-5'],
    ['RATE_LIMIT_PER_MINUTE', '1e3'],
    ['RETENTION_DAYS', '0'],
    ['STOP_DELAY_SECONDS', '11'],
    ['RETENTION_DAYS', 'forever'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'https://mail.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no header'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['LOG_LEVEL', 'loud'],
  ] as const)('%s=%s', ([name, text]) => {
    expect(problemsOf({ [name]: text })).toMatch(new RegExp(`- ${name} must be `));
  });

  test('all of them at once, one line each', () => {
    const message = problemsOf({
      PORT: 'x',
      RESPONSE_WINDOW: 'x',
      FOLLOW_UP_WINDOW: 'x',
      SIMULATOR: 'x',
      LOG_LEVEL: 'x',
      PROVIDER_A_URL: 'x',
    });
    const named = [...message.matchAll(/^ {2}- (\w+) must be/gm)].map(([, name]) => String(name));
    expect(named.toSorted()).toEqual([
      'FOLLOW_UP_WINDOW',
      'LOG_LEVEL',
      'PORT',
      'PROVIDER_A_URL',
      'RESPONSE_WINDOW',
      'SIMULATOR',
    ]);
  });

  test('with DATABASE_URL every missing secret is named', () => {
    const message = problemsOf({ DATABASE_URL: WITH_DATABASE.DATABASE_URL, PORT: 'x' });
    for (const name of ['SECRET_KEY', 'PROVIDER_A_SECRET', 'PROVIDER_B_SECRET']) {
      expect(message).toContain(`- ${name} is required`);
    }
    expect(message).toContain('- PORT must be');
  });

  test('a bad DATABASE_URL is still no sandbox: the missing secrets are named in the same message', () => {
    const message = problemsOf({ DATABASE_URL: 'localhost:5432' });
    for (const name of ['SECRET_KEY', 'PROVIDER_A_SECRET', 'PROVIDER_B_SECRET']) {
      expect(message).toContain(`- ${name} is required`);
    }
  });

  test('a bad secret is named once, not also as missing', () => {
    expect(problemsOf({ ...WITH_DATABASE, SECRET_KEY: 'short' }).match(/SECRET_KEY/g)).toHaveLength(1);
  });
});

test('no message repeats a secret, good or bad', () => {
  const message = problemsOf({
    DATABASE_URL: 'mysql://app:canary-1@db.example/alerts',
    SECRET_KEY: 'canary-2',
    PROVIDER_A_SECRET: 'whsec_canary-3',
    PROVIDER_B_SECRET: 'canary-4',
    PORT: 'x',
  });
  expect(message).not.toContain('canary');
  const goodSecrets = problemsOf({ ...WITH_DATABASE, PORT: 'x' });
  for (const secret of [...Object.values(WITH_DATABASE), 'database-password']) {
    expect(goodSecrets).not.toContain(secret);
  }
});
