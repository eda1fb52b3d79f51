// Builds `dist/`: emits JavaScript, types and source maps of the whole tree, then bundles each program into one file, which
// starts quicker than its modules. `--if-stale` does nothing when no source is newer than the last build.
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

export async function build({ ifStale = false } = {}) {
  if (ifStale && existsSync(stamp) && newestSource() <= statSync(stamp).mtimeMs) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'ts7', 'bin', 'tsc');
  const compiled = spawnSync(process.execPath, [compiler, '-p', root], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiled.status !== 0) throw new Error('the sources do not compile');
  await bundle();
  writeFileSync(stamp, '');
}

async function bundle() {
  const { build: esbuild } = await import('esbuild');
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const folder = join(root, 'dist', 'bin');
  for (const [name, { entry, split }] of Object.entries(programs)) {
    if (!existsSync(join(root, entry))) continue;
    await esbuild({
      entryPoints: { [name]: join(root, entry) },
      outdir: folder,
      splitting: split,
      chunkNames: `${name}/[name]-[hash]`,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      sourcemap: false,
      // Identifiers stay: stack traces keep their names, and `keepNames` would name every closure anew when it is made.
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: 'eof',
      logLevel: 'error',
      // Native code stays a package; bundled CommonJS packages need `require`.
      external: ['lmdb'],
      define: { ORCHKIT_VERSION: JSON.stringify(version) },
      banner: {
        js: "#!/usr/bin/env node\nimport{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
      },
    });
    chmodSync(join(folder, `${name}.js`), 0o755);
  }
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
