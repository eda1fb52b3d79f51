// Prepares a clone: installs the npm packages of the lock file, then builds. Prints what it does only when it
// takes time. Needs nothing but Node and npm.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRegistry, runNpm } from './setup/npm.mjs';

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
  const registry = findRegistry(root);
  if (registry.reachable) {
    if (runNpm(root, ['ci', ...quiet], 2).status !== 0) throw new Error('npm ci failed; its output above says why');
  } else if (runNpm(root, ['install', '--offline', '--no-save', ...quiet], 'ignore').status !== 0) {
    // Not `npm ci`: it removes the installed packages before it finds that the cache lacks one.
    process.stderr.write(registry.words);
    throw new Error(
      'the npm registry does not answer, and the cache of npm lacks packages; check `npm config get registry`, the proxy and the network',
    );
  }
  writeFileSync(installed, lock);
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setUp().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
