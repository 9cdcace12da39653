import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { PROVIDER_SECRETS } from '../support/service.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

interface ComposeService {
  readonly command?: readonly string[];
  readonly env_file?: string;
  readonly depends_on?: unknown;
}

describe('the compose file', () => {
  test('runs the migrations first, then two API and two worker processes, behind a balancer that knows both', async () => {
    const compose = parse(await read('deploy/compose/compose.yaml'), { merge: true }) as {
      services: Record<string, ComposeService>;
    };
    const commands = Object.entries(compose.services).map(([name, { command }]) => [
      name,
      command?.join(' '),
    ]);
    expect(Object.fromEntries(commands)).toEqual({
      postgres: undefined,
      migrate: 'migrate',
      'api-1': 'serve --only api',
      'api-2': 'serve --only api',
      'worker-1': 'serve --only worker',
      'worker-2': 'serve --only worker',
      balancer: undefined,
    });
    for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2']) {
      expect(compose.services[name]).toMatchObject({
        env_file: 'environment',
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
    }
    expect(await read('deploy/compose/Caddyfile')).toContain('reverse_proxy api-1:3000 api-2:3000 {');
  });

  test('the example of its environment holds what the configuration wants, and nothing it does not know', async () => {
    const example = parseEnv(await read('deploy/compose/environment.example'));
    const filledIn = {
      ...example,
      SECRET_KEY: '0123456789abcdef',
      METRICS_TOKEN: '0123456789abcdef',
      PROVIDER_A_SECRET: PROVIDER_SECRETS.provider_a_alerts,
      PROVIDER_B_SECRET: PROVIDER_SECRETS.provider_b_rdr,
      PROVIDER_A_URL: 'https://provider-a.example',
    };
    expect(Object.keys(filledIn)).toEqual(Object.keys(example));
    expect(readConfig(filledIn).databaseUrl).toBe(example['DATABASE_URL']);
    const known = await read('README.md');
    for (const name of Object.keys(example)) expect(known).toContain(`\`${name}\``);
  });
});

test('the image holds everything that the program reads at run time', async () => {
  const copied = [...(await read('deploy/Containerfile')).matchAll(/^COPY (?:--from=build )?(\S+) (\S+)$/gm)];
  expect(copied.map(([, , to]) => String(to)).toSorted()).toEqual([
    '.',
    'bin',
    'dashboard/dist',
    'migrations',
    'src',
  ]);
  const { devDependencies } = JSON.parse(await read('package.json')) as { devDependencies: { node: string } };
  const images = (await read('deploy/Containerfile')).match(/^FROM \S+/gm);
  expect(new Set(images)).toEqual(
    new Set([`FROM docker.io/library/node:${devDependencies.node}-bookworm-slim`]),
  );
});

const flagsIn = (text = ''): string => (text.match(/--[a-z-]+=\d+/g) ?? []).join(' ');

test('the image holds the code compiled for the flags of the service and of a worker in the compose file', async () => {
  const image = await read('deploy/Containerfile');
  const compiled = /for flags in (.*); do/.exec(image)?.[1]?.matchAll(/"([^"]+)"/g) ?? [];
  const worker = /entrypoint: \[.*\]/.exec(await read('deploy/compose/compose.yaml'))?.[0];
  expect([...compiled].map(([, flags]) => flags)).toEqual([
    flagsIn(/^ENTRYPOINT .*$/m.exec(image)?.[0]),
    flagsIn(worker),
  ]);
  expect(flagsIn(worker)).toContain('--max-semi-space-size=');
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd finds nothing to say about the units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chargeback-alerts-units-'));
  const units = new URL('deploy/systemd/', ROOT);
  for (const name of await readdir(units)) {
    // Under the names of a real instance, with a Node and a folder that are there.
    const text = (await readFile(new URL(name, units), 'utf8'))
      .replaceAll('/usr/bin/node', process.execPath)
      .replace('WorkingDirectory=/opt/chargeback-alerts', `WorkingDirectory=${folder}`)
      .replace(/^Documentation=.*$/m, '');
    const instance = join(folder, name.replace('@', '@3001'));
    await writeFile(instance, text);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', instance], {
      encoding: 'utf8',
    });
    expect({ name, status, said: stderr.split('\n').filter((line) => line.includes('chargeback')) }).toEqual({
      name,
      status: 0,
      said: [],
    });
  }
  await rm(folder, { recursive: true });
});
