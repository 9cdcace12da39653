#!/usr/bin/env node
// Plain JavaScript that old Node versions can run: it only has to find a Node that can run the service.
import { spawn } from 'node:child_process';
import * as crypto from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pinnedNode = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
);

if (canRunService() || process.execPath === pinnedNode) {
  await import('../src/cli/main.ts');
} else if (existsSync(pinnedNode)) {
  runAgainWith(pinnedNode);
} else {
  process.stderr.write(
    `error: Node ${process.versions.node} is too old, and the pinned one is not installed. ` +
      'Run npm ci first, or use Node 26 or newer.\n',
  );
  process.exitCode = 1;
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
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
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
