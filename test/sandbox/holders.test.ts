import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataDir, makeEmptyDataDir, useClusterTemplate } from './data-folders.ts';
import {
  commitNote,
  eventually,
  isRoot,
  isRunning,
  open,
  readNotes,
  readPostmasterPid,
  startHolder,
} from './support.ts';

useClusterTemplate();

test('a second service on the same folder is refused, and told which folder and which process', async () => {
  const dataDir = await makeDataDir();
  const holder = startHolder(dataDir, 'service');
  const url = await holder.url;

  const refused = open({ dataDir, holder: 'service' });

  await expect(refused).rejects.toThrow(
    `The folder ${dataDir} is in use by another service (process ${holder.pid}).`,
  );
  await commitNote(url, 'the first one goes on');
});

test('a second service in the same process is refused too', async () => {
  const dataDir = await makeDataDir();
  await open({ dataDir, holder: 'service' });

  await expect(open({ dataDir, holder: 'service' })).rejects.toThrow('is in use by another service');
});

test.skipIf(isRoot)('a lock file of another user is no lock, and stops the start', async () => {
  const dataDir = await makeEmptyDataDir();
  await writeFile(join(dataDir, 'postgres.lock'), '', { mode: 0o444 });

  await expect(open({ dataDir, holder: 'service' })).rejects.toThrow('postgres.lock cannot be locked');
});

test('a command beside a service uses its database, and leaves it running', async () => {
  const dataDir = await makeDataDir();
  const service = startHolder(dataDir, 'service');
  const serviceUrl = await service.url;

  const command = await open({ dataDir, holder: 'command' });
  await commitNote(command.url, 'from the command');
  await command.close();

  expect(command.url).toBe(serviceUrl);
  expect(await readNotes(serviceUrl)).toEqual(['from the command']);
});

test('a command that comes while the service starts waits for its database', async () => {
  const dataDir = await makeEmptyDataDir();
  const service = startHolder(dataDir, 'service');
  const runningFile = join(dataDir, 'running.json');
  await eventually(() => existsSync(runningFile));
  expect(await readFile(runningFile, 'utf8')).not.toContain('databaseUrl');

  const command = await open({ dataDir, holder: 'command' });

  expect(command.url).toBe(await service.url);
});

test('a command alone starts the server and ends it', async () => {
  const dataDir = await makeDataDir();
  const command = await open({ dataDir, holder: 'command' });
  await commitNote(command.url, 'alone');
  const postmasterPid = await readPostmasterPid(dataDir);

  await command.close();

  expect(isRunning(postmasterPid)).toBe(false);
});

test('two commands at once both succeed, one after the other', async () => {
  const dataDir = await makeDataDir();
  const names = ['left', 'right'];

  await Promise.all(
    names.map(async (name) => {
      const command = startHolder(dataDir, 'command');
      await commitNote(await command.url, name);
      expect(await command.close()).toMatchObject({ code: 0, stderr: '' });
    }),
  );

  const { url } = await open({ dataDir, holder: 'service' });
  expect(await readNotes(url)).toEqual(names);
});

test('a service that starts while a command works waits for the command', async () => {
  const dataDir = await makeDataDir();
  const command = startHolder(dataDir, 'command');
  await commitNote(await command.url, 'from the command');
  const messages: string[] = [];

  const opening = open({ dataDir, holder: 'service', log: (message) => messages.push(message) });
  await eventually(() => messages.some((message) => message.includes(`command (process ${command.pid})`)));
  await command.close();

  expect(await readNotes((await opening).url)).toEqual(['from the command']);
});
