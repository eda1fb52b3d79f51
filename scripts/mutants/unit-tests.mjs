// The tests beside the code, run in the instrumented tree. Which of them reach a mutant is found out by running each once with
// none switched on, when a mutant of a file that it loads comes up first.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { judge } from '../tests/test-report.mjs';
import { runTests } from '../tests/test-process.mjs';

/** Seconds for a test file without a mutant, and how many times what it took it may take with one; at least so many. */
const mostSeconds = 120;
const slowness = 4;
const leastSeconds = 20;
/** So many test files, the nearest, are asked whether they reach a mutant: those of the whole part may be hundreds. */
const nearest = 8;

/** Tests in the tree below `folder`; `known` is what was found out before about this tree, and grows. */
export function unitTests(folder, signal, known = {}) {
  const files = testFiles(folder);
  const loads = loadedFiles(folder);

  /** The nearest test files of the mutated file's part that load it. */
  const candidates = ({ file }) => {
    const compiled = `dist/${file.replace(/\.ts$/, '.js')}`;
    const part = compiled.split('/').slice(0, 3).join('/');
    return files
      .filter((test) => test.startsWith(`${part}/`) && loads(test).has(compiled))
      .sort((one, other) => distance(compiled, one) - distance(compiled, other) || (one < other ? -1 : 1))
      .slice(0, nearest);
  };

  /** What a test file does without a mutant: whether it passes, its seconds, and which mutants it reaches. */
  const soundness = async (test) => {
    known[test] ??= await recordTest(folder, test, signal);
    return known[test];
  };

  /** The first test file that fails with the mutant; undefined: none does. */
  return async (mutant) => {
    const reaching = [];
    for (const test of candidates(mutant)) {
      const { passes, reached } = await soundness(test);
      if (passes && reached.includes(mutant.id)) reaching.push(test);
    }
    for (const { name, files: some } of processesOf(reaching)) {
      const seconds = Math.max(leastSeconds, slowness * Math.max(...some.map((test) => known[test].seconds)));
      const environment = { ORCHKIT_MUTANT: mutant.id, TAP_BAIL: '1' };
      const ended = await runTests({ name, files: some }, { root: folder, seconds, signal, environment });
      signal.throwIfAborted();
      if (judge(ended).failed > 0) return { by: failedFile(ended) ?? name, how: failedTest(ended) };
    }
    return undefined;
  };
}

/** Folders between two files: 0 when they lie in the same one. */
export function distance(one, other) {
  const way = posix.relative(posix.dirname(one), posix.dirname(other));
  return way === '' ? 0 : way.split('/').length;
}

async function recordTest(folder, test, signal) {
  const where = mkdtempSync(join(tmpdir(), 'orchkit-reach-'));
  try {
    const environment = { ORCHKIT_MUTANT_REACH: where };
    const ended = await runTests(
      { name: test, files: [test] },
      { root: folder, seconds: mostSeconds, signal, environment },
    );
    signal.throwIfAborted();
    const reached = new Set();
    for (const name of readdirSync(where)) {
      for (const line of readFileSync(join(where, name), 'utf8').split('\n').filter(Boolean)) {
        for (const [file, numbers] of Object.entries(JSON.parse(line).hits)) {
          for (const number of numbers) reached.add(`${file}#${number}`);
        }
      }
    }
    return { passes: judge(ended).failed === 0, seconds: Math.ceil(ended.milliseconds / 1000), reached: [...reached] };
  } finally {
    rmSync(where, { recursive: true, force: true });
  }
}

/** Quick ones together, those that need a process of their own after them. */
function processesOf(tests) {
  const quick = tests.filter((test) => !test.endsWith('.process.test.js'));
  const together = quick.length === 0 ? [] : [{ name: quick[0], files: quick }];
  return [...together, ...tests.filter((test) => !quick.includes(test)).map((test) => ({ name: test, files: [test] }))];
}

function failedFile({ out, files }) {
  if (files.length === 1) return files[0];
  const [before] = out.split(/^\s*not ok /m);
  return [...before.matchAll(/^# (dist\/.*\.test\.js)$/gm)].at(-1)?.[1];
}

function failedTest({ out, expired }) {
  const [, title] = /^\s*not ok \d+ - (.*?)(?: # time.*)?$/m.exec(out) ?? [];
  return expired ? 'did not end in its time' : (title ?? 'ended badly').slice(0, 200);
}

function testFiles(folder) {
  const visit = (below) =>
    readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'system' ? [] : visit(path);
      return path.endsWith('.test.js') ? [path] : [];
    });
  return visit('dist');
}

/** For each file, all that it loads, also by others. */
function loadedFiles(folder) {
  const imported = new Map();
  const imports = (file) => {
    if (!imported.has(file)) {
      let text = '';
      try {
        text = readFileSync(join(folder, file), 'utf8');
      } catch {
        // What is not there loads nothing.
      }
      const names = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
      imported.set(
        file,
        names.map(([, name]) => posix.join(dirname(file), name)),
      );
    }
    return imported.get(file);
  };
  return (test) => {
    const all = new Set([test]);
    for (const file of all) for (const next of imports(file)) all.add(next);
    return all;
  };
}
