// `npm run build` with an error in a source: what the compiler says, and nothing of the build's own stack.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = projectRoot();

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'scripts', 'build.mjs'))) folder = dirname(folder);
  return folder;
}

/** A clone whose only source has this text. */
function cloneWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-build-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'tsconfig.json', 'scripts/build.mjs', 'scripts/build'])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['shared/client', 'apiserver', 'agent', 'conformance', 'envtest', 'fixtures', 'bench'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'shared', 'client', 'index.ts'), text);
  writeFileSync(join(folder, 'apiserver', 'index.ts'), 'export const server = 1;\n');
  return folder;
}

function build(folder: string, ...words: readonly string[]) {
  const done = spawnSync(process.execPath, [join(folder, 'scripts', 'build.mjs'), ...words], { encoding: 'utf8' });
  return { status: done.status, output: done.stdout + done.stderr };
}

t.test('an error in a source ends the build with 1 and the words of the compiler alone', async (t) => {
  const folder = cloneWith('export const text: string = 1;\n');
  for (const words of [[], ['--if-stale']]) {
    const { status, output } = build(folder, ...words);
    t.equal(status, 1);
    t.match(output, /^shared\/client\/index\.ts\(1,14\): error TS2322: .*\n$/);
  }
});

t.test('a bundling error ends the build with 1 and the reason', async (t) => {
  const folder = cloneWith("export const later = (name: string): Promise<unknown> => import(name + 'x');\n");
  const { status, output } = build(folder);
  t.equal(status, 1);
  t.match(output, /^dist\/lib\/client\.js loads a file after its start: import\(.*\n$/);
});

t.test('sources without an error are built', async (t) => {
  const folder = cloneWith('export const text: string = "";\n');
  t.strictSame(build(folder), { status: 0, output: '' });
  t.ok(existsSync(join(folder, 'dist', 'lib', 'client.js')));
});
