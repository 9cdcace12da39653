import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';
import { makeEmptyDataDir } from '../sandbox/data-folders.ts';
import { runCliProcess, useCli } from './run-cli.ts';
import { readUrl, startServe, waitForText } from './serve-process.ts';

const cli = useCli();

describe('serve with DATABASE_URL', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, then ends with 0', async (signal) => {
    const serve = startServe(['--json'], cli.environment);

    const ready = await fetch(`${await readUrl(serve)}/readyz`);
    serve.signal(signal);
    // Passed on by npm, the same key press arrives twice.
    serve.signal(signal);

    expect(ready.status).toBe(200);
    expect(await serve.ended).toBe(0);
    expect(serve.stdout()).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+"\}\n$/);
    expect(serve.stderr()).toContain('"msg":"stopping"');
  });

  test('its log goes to standard output, and so nothing else does', async () => {
    const serve = startServe([], cli.environment);

    await waitForText(serve, /Server listening/);
    serve.signal('SIGTERM');

    expect(await serve.ended).toBe(0);
    const lines = serve.stdout().trim().split('\n');
    expect(lines.map((line) => typeof JSON.parse(line).msg)).toEqual(lines.map(() => 'string'));
    expect(serve.stderr()).toBe('');
  });

  test('a worker serves no HTTP', async () => {
    const serve = startServe(['--only', 'worker', '--json'], cli.environment);

    expect(await readUrl(serve)).toBeNull();
    serve.signal('SIGTERM');
    expect(await serve.ended).toBe(0);
  });

  test('a second signal ends it at once with 1', async () => {
    const serve = startServe(['--json'], cli.environment);
    const url = await readUrl(serve);
    // A request that never ends keeps it from stopping.
    void fetch(`${url}/providers/provider_a_alerts/alerts`, {
      method: 'POST',
      duplex: 'half',
      body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) }),
      headers: { 'content-type': 'application/json' },
    }).catch(() => {});
    await pause(300);

    serve.signal('SIGTERM');
    await pause(700);
    serve.signal('SIGTERM');

    expect(await serve.ended).toBe(1);
    expect(serve.stderr()).toContain('error: Stopped at once, as asked a second time.\n');
  });

  test('a port in use is said in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';

    const { code, stderr } = await runCliProcess(['serve'], {
      ...cli.environment,
      HOST: '127.0.0.1',
      PORT: port,
    });

    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: 127.0.0.1:${port} is already in use. Stop the program that listens there, or choose another port with PORT.\n`,
    );
  });
});

describe('serve in the sandbox', () => {
  test('tells all a newcomer needs once, lets commands work beside it, and later only where that is', async () => {
    const dataDir = await makeEmptyDataDir();
    const environment = { DATA_DIR: dataDir, SIMULATOR: 'off' };
    const recordFile = join(dataDir, 'sandbox.json');

    const port = await findFreePort();
    const first = startServe([], { ...environment, PORT: String(port) });
    await waitForText(first, /it is kept in .*sandbox\.json/);
    const record: Record<string, string> = JSON.parse(await readFile(recordFile, 'utf8'));
    const curl = /curl -u (?<credential>\S+) (?<url>\S+)/.exec(first.stdout())?.groups;
    const listed = await fetch(curl?.['url'] ?? '', {
      headers: { authorization: `Basic ${Buffer.from(curl?.['credential'] ?? '').toString('base64')}` },
    });
    const beside = await runCliProcess(['simulate', '--company', record['company_id'] ?? ''], environment);
    const taken = await runCliProcess(['serve'], environment);
    first.signal('SIGINT');

    expect(await first.ended).toBe(0);
    expect((await stat(recordFile)).mode & 0o777).toBe(0o600);
    for (const value of Object.values(record)) expect(first.stdout()).toContain(value);
    expect(listed.status).toBe(200);
    expect(beside).toMatchObject({ code: 0, stderr: '' });
    expect(beside.stdout).toContain(`http://localhost:${port}/api/v1/`);
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toMatch(/^error: The folder .* is in use by another service .*\n$/);

    const second = startServe([], environment);
    await waitForText(second, /Its credentials are kept in .*sandbox\.json/);
    second.signal('SIGTERM');

    expect(await second.ended).toBe(0);
    expect(second.stdout()).not.toContain(record['client_secret']);
  });
});
