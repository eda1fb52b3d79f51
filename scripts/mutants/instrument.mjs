// Inserts every mutant into the files of the programs, switched off. The instrumenter works on compiled files, so that the
// mutated code is the code that runs; its positions are mapped back to the sources.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { exclusionOf } from './exclusions.mjs';

/**
 * A mutant. `id` is its file and its number there: the same as long as the file is. `original` is what stands in the file
 * without types, `replacement` what takes its place. `excluded`: the rule by which it is not tried.
 * @typedef {{ id: string, file: string, line: number, lastLine: number, mutator: string, original: string, replacement: string, excluded?: string }} Mutant
 */

const options = { plugins: null, excludedMutations: [], noHeader: true };
const silent = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Instruments compiled files below `root` into the same places below `tree`. What is known of a file that did not change is
 * kept in `cache`.
 * @param {readonly string[]} files such as `dist/agent/lease/lease-keeper.js`
 * @returns {Promise<Mutant[]>} in the order of the files and places
 */
export async function instrument(files, { root, tree, cache }) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const instrumenter = new Instrumenter(silent);
  const found = [];
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8');
    const kept = join(cache, `${file}.json`);
    const key = keyOf(content);
    let made = cached(kept, key);
    if (made === undefined) {
      made = { key, ...(await instrumentOne(instrumenter, file, content, root)) };
      write(kept, JSON.stringify(made));
    }
    write(join(tree, file), made.content);
    found.push(...made.mutants);
  }
  return found;
}

async function instrumentOne(instrumenter, file, content, root) {
  const shouldIgnore = (path) => exclusionOf(path);
  const { files, mutants } = await instrumenter.instrument([{ name: file, mutate: true, content }], {
    ...options,
    ignorers: [{ shouldIgnore }],
  });
  const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  const map = new SourceMap(JSON.parse(readFileSync(join(root, `${file}.map`), 'utf8')));
  const lines = lineStarts(content);
  const switchFile = posix.relative(posix.dirname(file), 'dist/mutant-switch.mjs');
  const from = switchFile.startsWith('.') ? switchFile : `./${switchFile}`;
  const { content: numbered, groups } = inNumbers(files[0].content);
  const made = `stryNS_9fa48('${source}', ${JSON.stringify(groups)})`;
  const header = `import { switchOf as stryNS_9fa48 } from '${from}'; const { stryMutAct_9fa48, stryCov_9fa48 } = ${made};\n`;
  return {
    content: withHeader(numbered, header),
    mutants: mutants.map(({ id, location: { start, end }, mutatorName, replacement, statusReason }) => ({
      id: `${source}#${id}`,
      file: source,
      line: lineIn(map, start),
      lastLine: lineIn(map, end),
      mutator: mutatorName,
      original: content.slice(lines[start.line] + start.column, lines[end.line] + end.column),
      replacement,
      ...(statusReason === undefined ? {} : { excluded: statusReason }),
    })),
  };
}

/** The instrumenter passes texts, one for each mutant of a place; numbers, one for the place, take a fraction of the time. */
function inNumbers(content) {
  const groups = [];
  const numbered = content
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, 'stryMutAct_9fa48($1)')
    .replaceAll(/stryCov_9fa48\(("\d+"(?:,\s*"\d+")*)\)/g, (_, list) => {
      groups.push(list.match(/\d+/g).map(Number));
      return `stryCov_9fa48(${groups.length - 1})`;
    });
  return { content: numbered, groups };
}

function lineIn(map, { line, column }) {
  return (map.findEntry(line, column).originalLine ?? line) + 1;
}

/** The first line of a program may name its interpreter. */
function withHeader(content, header) {
  const [interpreter = ''] = /^#!.*\n/.exec(content) ?? [];
  return `${interpreter}${header}${content.slice(interpreter.length)}`;
}

function lineStarts(text) {
  const starts = [0];
  for (let place = text.indexOf('\n'); place >= 0; place = text.indexOf('\n', place + 1)) starts.push(place + 1);
  return starts;
}

/** Whatever decides what comes out. */
function keyOf(content) {
  const own = ['instrument.mjs', 'exclusions.mjs'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
  return createHash('sha256')
    .update([content, ...own].join('\0'))
    .digest('hex');
}

function cached(path, key) {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    return kept.key === key ? kept : undefined;
  } catch {
    return undefined;
  }
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
