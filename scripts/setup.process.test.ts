// The set-up of a clone, in a folder that holds nothing but it and the lists of packages: what the lock file names, and what
// happens without a registry. Nothing is downloaded.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { busyLimit } from '../fixtures/host/machine-pace.ts';

t.setTimeout(900_000);
const root = projectRoot();

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const folder = mkdtempSync(join(tmpdir(), 'orchkit-setup-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts/setup.mjs', 'scripts/setup'])
  cpSync(join(root, name), join(folder, name), { recursive: true });

const environment = { ...process.env, npm_config_cache: join(folder, 'cache') };

t.test('the lock file names the packages of every platform: npm ci takes it', async (t) => {
  // Nothing is installed, so nothing is asked for; that the lock file is whole comes first.
  const words = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'];
  const npm = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env: environment });
  t.equal(npm.status, 0, npm.stderr);
});

/** The milliseconds that a set-up takes, and how it ends. */
async function setUpWith(registry: string) {
  const begun = performance.now();
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'scripts', 'setup.mjs')], {
    env: { ...environment, npm_config_registry: registry },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const code = new Promise((resolve) => child.once('close', resolve));
  const words = child.stderr === null ? '' : await text(child.stderr);
  return { code: await code, words, took: performance.now() - begun };
}

const remedy =
  /\nthe npm registry does not answer, and the cache of npm lacks packages; check `npm config get registry`.*\n$/;

t.test('without a registry the set-up ends with the words of npm and what to check', async (t) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const { code, words } = await setUpWith(`http://127.0.0.1:${port}/`);
  t.equal(code, 1);
  t.match(words, /npm error .*ECONNREFUSED/);
  t.match(words, remedy);
});

t.test('with a registry that accepts connections and never responds the set-up ends within a minute', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  t.teardown(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const { code, words, took } = await setUpWith(`http://127.0.0.1:${port}/`);
  t.equal(code, 1);
  t.match(words, /npm error .*timeout|npm view: no response within 25 s/);
  t.match(words, remedy);
  t.ok(took < busyLimit(60_000), `${Math.round(took)} ms`);
});
