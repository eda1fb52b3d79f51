// Builds `dist/`: emits JavaScript, types and source maps of the whole tree, then bundles the programs and the library, which
// start in a fraction of the time that their modules take. `--if-stale` does nothing when no source is newer than the last build.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['shared', 'apiserver', 'agent', 'conformance', 'fixtures', 'bench', 'scripts'];
const stamp = join(root, 'dist', '.built');

/**
 * The programs: name of the bundle and its entry point. `split`: what is imported only when it is needed lies in files of its
 * own, which are not read before; the other programs stay one file each, to be copied to a host.
 */
export const programs = {
  'orch-apiserver': { entry: 'dist/apiserver/main.js', split: true },
  'orch-agent': { entry: 'dist/agent/main.js', split: false },
  'orch-conformance': { entry: 'dist/conformance/main.js', split: false },
};

/** The doors of the library: name of the bundle and its entry point. */
const doors = { apiserver: 'dist/apiserver/index.js', client: 'dist/shared/client/index.js' };

export async function build({ ifStale = false } = {}) {
  if (ifStale && existsSync(stamp) && newestSource() <= statSync(stamp).mtimeMs) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'ts7', 'bin', 'tsc');
  const compiled = spawnSync(process.execPath, [compiler, '-p', root], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiled.status !== 0) throw new Error('the sources do not compile');
  await bundle();
  writeFileSync(stamp, '');
}

/** What all bundles have in common. Native code stays a package; bundled CommonJS packages need `require`. */
function bundleSettings() {
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  return {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: false,
    legalComments: 'eof',
    logLevel: 'error',
    metafile: true,
    absWorkingDir: root,
    external: ['lmdb'],
    define: { ORCHKIT_VERSION: JSON.stringify(version) },
  };
}

const makeRequire = "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

async function bundle() {
  const { build: esbuild } = await import('esbuild');
  const bundles = [];
  for (const [name, { entry, split }] of Object.entries(programs)) {
    if (!existsSync(join(root, entry))) continue;
    const outdir = join(root, 'dist', 'bin');
    bundles.push(
      await esbuild({
        ...bundleSettings(),
        entryPoints: { [name]: join(root, entry) },
        outdir,
        splitting: split,
        chunkNames: `${name}/[name]-[hash]`,
        // Identifiers stay: stack traces keep their names, and `keepNames` would name every closure anew when it is made.
        minifyWhitespace: true,
        minifySyntax: true,
        banner: { js: `#!/usr/bin/env node\n${makeRequire}` },
      }),
    );
    chmodSync(join(outdir, `${name}.js`), 0o755);
  }
  // Lines stay as they are written: whoever tests with the library sees them in stack traces. Both doors share their parts,
  // so that an error of the one is an instance of the other's class.
  bundles.push(
    await esbuild({
      ...bundleSettings(),
      entryPoints: doors,
      outdir: join(root, 'dist', 'lib'),
      splitting: true,
      chunkNames: 'parts/[name]-[hash]',
      banner: { js: makeRequire },
    }),
  );
  const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(root, 'dist', 'third-party-licenses.txt'), licensesOf(inputs));
}

/** The licences of the packages whose files went into bundles: those ask to be named wherever their code goes. */
function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  const texts = [...folders]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : `\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
      return `${name} ${version}, ${license}${text}\n`;
    });
  return `The bundles in this folder hold code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function newestSource() {
  let newest = statSync(join(root, 'package.json')).mtimeMs;
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else newest = Math.max(newest, statSync(path).mtimeMs);
    }
    newest = Math.max(newest, statSync(folder).mtimeMs);
  };
  for (const folder of folders) visit(join(root, folder));
  return newest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ ifStale: process.argv.includes('--if-stale') });
}
