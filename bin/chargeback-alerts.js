#!/usr/bin/env node
// Plain JavaScript that old Node versions can run: it finds a Node that can run the service, and starts it there.
import { spawn } from 'node:child_process';
import * as crypto from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pinnedNode = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);

if (canRunService() || process.execPath === pinnedNode) {
  await runHere();
} else if (existsSync(pinnedNode)) {
  runAgainWith(pinnedNode);
} else {
  process.stderr.write(
    `error: Node ${process.versions.node} is too old, and the pinned one is not installed. ` +
      'Run npm ci first, or use Node 26 or newer.\n',
  );
  process.exitCode = 1;
}

// Stripping types takes longer than most commands do and much memory, so its result is kept beside the code, for those
// who may write there. It must be switched on before the first TypeScript file is loaded.
async function runHere() {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
  const { runCalledCommand } = await import('../src/cli/commands.ts');
  process.exitCode = await runCalledCommand();
}

// What is asked for came with Node 24, some of it in later releases of it, so a version number would not tell.
function canRunService() {
  return (
    Boolean(process.features.typescript) &&
    typeof crypto.argon2 === 'function' &&
    typeof crypto.randomUUIDv7 === 'function'
  );
}

function runAgainWith(node) {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`error: ${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    for (const name of passedOn) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
