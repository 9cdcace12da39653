// Runs before `npm start` and `npm test`, so that a fresh clone needs no other command. It has no dependency
// and uses only what old Node versions know, because it may run before the pinned Node is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}node_modules/.installed-lock-hash`;
const lockHash = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lockHash) {
  install();
  writeFileSync(stampFile, lockHash);
}

function install() {
  process.stderr.write('Installing dependencies (once, about half a minute) …\n');
  const npmCli = process.env.npm_execpath;
  const npmArguments = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const result = npmCli
    ? spawnSync(process.execPath, [npmCli, ...npmArguments], options)
    : spawnSync('npm', npmArguments, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    process.stderr.write('Installing failed; the lines above say why. Nothing was started.\n');
    process.exit(1);
  }
}
