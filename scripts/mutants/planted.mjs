// Faults that a person planted: a list of changes to the sources. Each gets a tree of its own, in which one compiled file is made
// anew from the changed source. What the cases reach is known from the recordings of the mutants on the same lines.
import { cpSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundlePrograms } from '../build/bundle.mjs';
import { benchOf } from './benches.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.build', 'planted');

/** A case reaches a fault when it reaches a mutant within so many lines of it. */
const near = 2;

/**
 * The faults of a list: a module whose default export is an array of `{ file, find, put, what }`. `find` stands exactly once in
 * the source `file`, `put` takes its place, and `what` says what is wrong then. Throws an Error for an entry that does not fit.
 * @returns {Promise<(import('./instrument.mjs').Mutant & { source: string })[]>}
 */
export async function readPlanted(list) {
  const { default: entries } = await import(pathToFileURL(resolve(list)).href);
  if (!Array.isArray(entries)) throw new Error(`${list}: has no array as its default export`);
  return entries.map(({ file, find, put, what }, place) => {
    const id = `${list}#${place + 1}`;
    const text = readFileSync(join(root, file), 'utf8');
    const parts = text.split(find);
    if (parts.length !== 2) throw new Error(`${id}: ${file} has the text to replace ${parts.length - 1} times`);
    const line = parts[0].split('\n').length;
    const lastLine = line + find.split('\n').length - 1;
    const source = parts.join(put);
    return { id, file, line, lastLine, mutator: what ?? 'planted', original: find, replacement: put, source };
  });
}

/** The cases that reach the place of a fault, or its file if it has no mutant near that place. */
export function casesNear({ file, line, lastLine }, mutants, recordings) {
  const { reached } = recordings[benchOf(file)];
  const inFile = mutants.filter((mutant) => mutant.file === file);
  const beside = inFile.filter((mutant) => mutant.line <= lastLine + near && mutant.lastLine >= line - near);
  // A mutant that spans the file says nothing about the place, but the innermost ones may lie beyond it.
  const chosen = beside.length > 0 ? beside : inFile;
  return new Set(chosen.flatMap(({ id }) => [...(reached.get(id) ?? [])]));
}

/**
 * Makes the tree of one fault; the one before it is removed.
 * @returns {Promise<{ folder: string, bin: string }>} its root, and the folder of its programs
 */
export async function plant({ file, source }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(root)) {
    if (!['dist', '.build', '.git'].includes(entry)) symlinkSync(join(root, entry), join(folder, entry));
  }
  linkBelow('dist', ['dist/bin', 'dist/lib']);
  const { transform } = await import('esbuild');
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'es2022', sourcefile: file });
  const compiled = join(folder, 'dist', file.replace(/\.ts$/, '.js'));
  rmSync(compiled);
  writeFileSync(compiled, code.replaceAll(/((?:from|import)\s*\(?\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2'));
  const changed = benchOf(file) === 'agent' ? ['orch-agent'] : ['orch-apiserver'];
  const both = file.startsWith('shared/') ? ['orch-apiserver', 'orch-agent'] : changed;
  cpSync(join(root, 'dist', 'bin'), join(folder, 'dist', 'bin'), { recursive: true });
  await bundlePrograms(both, folder);
  return { folder, bin: join(folder, 'dist', 'bin') };
}

function linkBelow(path, except) {
  if (except.includes(path)) return;
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) linkBelow(below, except);
    else if (!entry.name.endsWith('.d.ts')) {
      mkdirSync(dirname(join(folder, below)), { recursive: true });
      linkSync(join(root, below), join(folder, below));
    }
  }
}
