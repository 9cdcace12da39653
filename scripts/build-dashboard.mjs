// Builds dashboard/ into dashboard/dist when something it is made of has changed. It runs before `npm start` and
// `npm test`, perhaps by the machine's own old Node, so it uses nothing new and lets the pinned Node do the work.
// With --or-go-on a failure is told but does not stop what comes next: the API must start without its pages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dashboard', 'dist');
const STAMP = '.built-from';
const MADE_OF = ['dashboard', 'src/shapes', 'src/rules', 'package-lock.json', 'scripts/build-dashboard.mjs'];
const COMPRESSED = /\.(?:js|css|svg)$/;
/** Below it, the headers weigh more than what is saved. */
const COMPRESSED_BYTES_MIN = 512;

const hash = hashOf(MADE_OF);
if (readIfThere(join(dist, STAMP)) !== hash) {
  const isBuilt = build();
  if (!isBuilt) process.stderr.write('The dashboard could not be built; the lines above say why.\n');
  if (!isBuilt && !process.argv.includes('--or-go-on')) process.exit(1);
}

function hashOf(paths) {
  const sum = createHash('sha256');
  for (const path of paths) {
    const files = /\.\w+$/.test(path) ? [path] : filesBelow(path);
    for (const file of files)
      sum
        .update(file)
        .update('\0')
        .update(readFileSync(root + file));
  }
  return sum.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(root + folder, { withFileTypes: true })
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ path }) => !path.startsWith('dashboard/dist'))
    .flatMap(({ path, isFolder }) => (isFolder ? filesBelow(path) : [path]))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Beside the old one and then in its place, so that a page asked for meanwhile finds one of the two. */
function build() {
  process.stderr.write('Building the dashboard (a few seconds, only after a change) …\n');
  const fresh = `${dist}-${process.pid}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const pinned = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const result = spawnSync(
    existsSync(pinned) ? pinned : process.execPath,
    [vite, 'build', join(root, 'dashboard'), '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    // Started by a test runner, it would otherwise build the libraries' slow and large halves for development.
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (result.status === 0) {
    compress(join(fresh, 'assets'));
    writeFileSync(join(fresh, STAMP), hash);
    replaceDist(fresh);
  }
  rmSync(fresh, { recursive: true, force: true });
  return result.status === 0;
}

function compress(folder) {
  for (const name of readdirSync(folder).filter((file) => COMPRESSED.test(file))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < COMPRESSED_BYTES_MIN) continue;
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    );
  }
}

function replaceDist(fresh) {
  const old = `${dist}-old-${process.pid}`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}
