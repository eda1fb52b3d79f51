// What the build refuses: bundles that would load a file after their start.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import t, { type Test } from 'tap';

const root = projectRoot();
const { atOnce, lateLoads } = (await import(pathToFileURL(join(root, 'scripts', 'build', 'late-loads.mjs')).href)) as {
  readonly atOnce: Plugin;
  readonly lateLoads: (root: string, metafile: Metafile) => Promise<readonly string[]>;
};

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'scripts', 'build.mjs'))) folder = dirname(folder);
  return folder;
}

/** Bundles two doors that share a part; `one` is the text of the first. Resolves with the folder and what is found. */
async function bundled(t: Test, one: string, { plugged = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-late-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  // The plugin is for what the compiler writes.
  const sources = join(folder, 'dist');
  mkdirSync(sources);
  writeFileSync(join(sources, 'one.js'), one);
  writeFileSync(join(sources, 'other.js'), "import { part } from './part.js'; export const other = part;");
  writeFileSync(join(sources, 'part.js'), "globalThis.ran = 'part'; export const part = 1;");
  const { metafile } = await build({
    entryPoints: ['dist/one.js', 'dist/other.js'],
    absWorkingDir: folder,
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['lmdb'],
    metafile: true,
    logLevel: 'silent',
    plugins: plugged ? [atOnce] : [],
  });
  return { folder, found: await lateLoads(folder, metafile) };
}

t.test('a module that is imported later is read at the start, and runs when it is imported', async (t) => {
  const text = `export const before = globalThis.ran;
    export const later = async () => (await import('./part.js')).part;
    export const system = () => import('node:os'); export { open } from 'lmdb';`;
  const { folder, found } = await bundled(t, text.replace("export { open } from 'lmdb';", ''));
  t.strictSame(found, []);
  t.strictSame((await bundled(t, text)).found, [], 'an import at the start is none');
  const { before, later } = (await import(pathToFileURL(join(folder, 'out', 'one.js')).href)) as {
    readonly before: unknown;
    readonly later: () => Promise<number>;
  };
  for (const file of readdirSync(join(folder, 'out'))) rmSync(join(folder, 'out', file));
  t.equal(before, undefined);
  t.equal(await later(), 1);
});

t.test('every load after the start is found', async (t) => {
  const late = {
    "export const later = () => import('./part.js');":
      /one\.js loads out\/part-?\w*\.js after its start \(dynamic-import\)/,
    "export const later = () => import('lmdb');": /loads lmdb after its start \(dynamic-import\)/,
    "export const later = () => require('lmdb');": /loads lmdb after its start \(require-call\)/,
    'export const later = (name) => import(name);': /loads a file after its start: import\(name\)/,
    'export const later = (name) => import(/* a */ name ?? name);': /loads a file after its start: import\(/,
  };
  for (const [text, line] of Object.entries(late)) {
    const { found } = await bundled(t, text, { plugged: false });
    t.equal(found.length, 1, text);
    t.match(found[0], line);
  }
  const { found } = await bundled(t, "// import(name)\nexport const system = require('os');", { plugged: false });
  t.strictSame(found, [], 'comments and parts of Node are none');
});

t.test('the bundles of this build have parts of their own only', async (t) => {
  const bin = join(root, 'dist', 'bin');
  if (!existsSync(bin)) return;
  const programs = readdirSync(bin, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of programs) {
    t.strictSame(readdirSync(join(bin, name)), [`${name}.mjs`]);
    t.notMatch(readFileSync(join(bin, name, `${name}.mjs`), 'utf8'), /\bimport\("\./);
  }
});
