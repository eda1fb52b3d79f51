// Brings a clone to where it can run: the npm packages of the lock file, then the build. Says what it does only when it
// takes time. Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = join(root, 'node_modules', '.orchkit-lock');

/** Throws an Error with one clear line when Node is too old, or packages or build fail. */
export async function setUp() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`orchkit needs Node 20.19 or newer; this is ${process.versions.node}`);
  installPackages();
  const { build } = await import('./build.mjs');
  await build({ ifStale: true });
}

function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  process.stderr.write('installing the npm packages ...\n');
  // Not `npm ci`: it refuses a lock file that does not list the optional packages of every other platform.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (npm.status !== 0) throw new Error('npm install failed; its output above says why');
  writeFileSync(installed, lock);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setUp().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
