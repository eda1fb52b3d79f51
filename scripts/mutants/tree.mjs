// The instrumented tree: a second `dist/` in a second root, with every mutant in it and none switched on. Programs are bundled
// from it, and its tests run in it.
import { createHash } from 'node:crypto';
import { cpSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../build/bundle.mjs';
import { instrument } from './instrument.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Programs with mutants, by the folder of their sources. Shared code is mutated too. */
const mutated = ['agent', 'apiserver', 'shared'];
/** Tables of names and numbers: facts, not decisions. */
const data = /(?:^|\/)data\//;
const notMutated = /\.(?:test|contract|fixture)\.js$|\/system\//;

/** These files decide where a case runs and how programs are started: when they change, recordings are invalid. */
const decisive = /^dist\/(?:agent|apiserver|shared|fixtures\/process|conformance\/(?:launch|runner|target))\//;

/**
 * Makes the tree from `dist/`, which must be built.
 * @returns {Promise<{ folder: string, bin: string, key: string, digests: Map<string, string>, rest: string, mutants: import('./instrument.mjs').Mutant[] }>}
 * `folder` is its root; `key` is another one as soon as any compiled file is, mutated or not; `digests` are those of the
 * mutated files, by the names of their sources; `rest` is one digest of all else that decides what a case reaches
 */
export async function makeTree() {
  const base = join(root, '.build', 'mutants');
  const folder = join(base, 'tree');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(root)) {
    if (!['dist', '.build', '.git'].includes(entry)) symlinkSync(join(root, entry), join(folder, entry));
  }
  const files = filesBelow('dist');
  const instrumented = files.filter(isMutated).sort();
  for (const file of files) if (!isMutated(file)) link(file, folder);
  cpSync(new URL('switch.mjs', import.meta.url), join(folder, 'dist', 'mutant-switch.mjs'));
  const mutants = await instrument(instrumented, { root, tree: folder, cache: join(base, 'cache') });
  await bundlePrograms(['orch-apiserver', 'orch-agent'], folder);
  writeFileSync(join(base, 'mutants.json'), JSON.stringify(mutants));
  files.sort();
  const digests = new Map(instrumented.map((file) => [sourceOf(file), keyOf([file], root)]));
  const rest = keyOf(
    files.filter((file) => !isMutated(file) && !notMutated.test(file) && decisive.test(file)),
    root,
  );
  return { folder, bin: join(folder, 'dist', 'bin'), key: keyOf(files, folder), digests, rest, mutants };
}

function sourceOf(file) {
  return file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
}

function keyOf(files, folder) {
  const hash = createHash('sha256');
  for (const file of files) if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

function isMutated(file) {
  const [, program] = file.split('/');
  return file.endsWith('.js') && mutated.includes(program) && !notMutated.test(file) && !data.test(file);
}

/** All but bundles and types. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === 'dist/bin' || path === 'dist/lib' ? [] : filesBelow(path);
    return entry.name.endsWith('.d.ts') ? [] : [path];
  });
}

/** Links a file that is the same in both trees: the build replaces files and never writes into an existing one. */
function link(file, folder) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  linkSync(join(root, file), path);
}
