// Builds `dist/`: emits JavaScript, types and source maps of the whole tree, then bundles the programs and the library.
// `--if-stale` does nothing when no source is newer than the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['shared', 'apiserver', 'agent', 'conformance', 'envtest', 'fixtures', 'bench', 'scripts'];
const stamp = join(root, 'dist', '.built');

/** The compiler has already printed its errors. */
class CompileError extends Error {}

/** Rejects when the sources do not compile (after the compiler's errors were printed) or cannot be bundled. */
export async function build({ ifStale = false } = {}) {
  if (ifStale && existsSync(stamp) && newestSource() <= statSync(stamp).mtimeMs) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'ts7', 'bin', 'tsc');
  const compiled = spawnSync(process.execPath, [compiler, '-p', root], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiled.status !== 0) throw new CompileError('the sources do not compile');
  await bundle();
  writeFileSync(stamp, '');
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
  await build({ ifStale: process.argv.includes('--if-stale') }).catch((error) => {
    if (!(error instanceof CompileError)) process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
