// Holds the ladder of every folder: imports between its sub-folders only go down, its own files hold either the contract
// (lowest) or the composition (highest), and no folder grows beyond what can be surveyed. Type imports count. Test files
// start the real parts around them and are exempt from the order, not from the size.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ladders } from './ladder-order.mjs';
import { root, sources } from './sources.mjs';

const mostFiles = 25;
/** Folders of rows and of cases: one file each, however many there are. */
const uncounted = /(^|\/)data(\/|$)|^conformance\/cases(\/|$)|^conformance\/mutant\/mutants$/;
const isTest = /\.(test|contract|fixture)\.ts$/;

const files = sources();
const product = files.filter((file) => !isTest.test(file));
const faults = [...crowded(), ...Object.keys(ladders).flatMap(staleRungs), ...foldersOf(product).flatMap(climbs)];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Folders with more files than anybody can survey. */
function crowded() {
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > mostFiles && !uncounted.test(folder))
    .map(
      ([folder, count]) => `${folder} has ${count} files; ${mostFiles} at most: divide it by what the files are about`,
    );
}

/** Rows of the table that name what is not there any more. */
function staleRungs(folder) {
  const children = new Set(files.map((file) => childOf(folder, file)));
  return ladders[folder]
    .filter((rung) => rung !== '*' && !children.has(rung))
    .map((rung) => `scripts/verify/ladder-order.mjs: ${folder || 'the root'} has no "${rung}"`);
}

/** What goes up between the sub-folders of one folder. */
function climbs(folder) {
  const children = new Set(product.map((file) => childOf(folder, file)).filter((child) => child !== undefined));
  const ladder = ladders[folder];
  if (ladder === undefined) {
    return children.size > 1
      ? [`${folder}: no ladder in scripts/verify/ladder-order.mjs for ${[...children].join(', ')}`]
      : [];
  }
  const rungOf = (child) => (ladder.includes(child) ? ladder.indexOf(child) : ladder.indexOf('*'));
  const found = [];
  for (const child of children) {
    if (rungOf(child) < 0)
      found.push(`${folder || 'the root'}: "${child}" has no place in scripts/verify/ladder-order.mjs`);
  }
  const own = ladder.indexOf('.');
  if (own > 0 && own < ladder.length - 1) found.push(`${folder}: its own files are in the middle of its ladder`);
  for (const [from, to] of imports()) {
    const [above, below] = [childOf(folder, from), childOf(folder, to)];
    if (above === undefined || below === undefined || above === below || rungOf(above) < 0) continue;
    if (rungOf(below) >= rungOf(above)) {
      found.push(`${from} imports ${to}: in ${folder || 'the root'}, ${place(below)} are not below ${place(above)}`);
    }
  }
  return found;
}

function place(child) {
  return child === '.' ? "the folder's own files" : `those of "${child}"`;
}

/** The sub-folder that holds the file; '.': the folder itself does; undefined: it lies elsewhere. */
function childOf(folder, file) {
  const path = folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
  if (path === undefined) return undefined;
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
}

function foldersOf(paths) {
  const folders = new Set(['']);
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}

/** Pairs of files: the first imports the second. */
function imports() {
  imports.known ??= product.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      .map((match) => [file, relative(root, join(root, dirname(file), match[1]))])
      .filter(([, target]) => !isTest.test(target)),
  );
  return imports.known;
}
