// The tests beside the code, run in the instrumented tree with a mutant. One that fails then is run without it too, once.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { judge } from '../tests/test-report.mjs';
import { runTests } from '../tests/test-process.mjs';

/** Seconds for a test file without a mutant, and with one: more, when good ones take a quarter of it at that time. */
const mostSeconds = 120;
const mutantSeconds = 30;
const slower = 4;
/** Most test files that run, the nearest ones: the whole part may have hundreds. */
const nearest = 24;

/**
 * Tests in the tree below `folder`; `known` is what was found out before about the tree below `good`, where no mutant is on, and
 * grows: whether a file passes.
 */
export function unitTests(folder, signal, known = {}, good = folder) {
  const files = testFiles(folder);
  const loads = loadedFiles(folder);

  /** The nearest test files of the mutated file's part that load it. */
  const candidates = ({ file }) => {
    const compiled = `dist/${file.replace(/\.ts$/, '.js')}`;
    const part = compiled.split('/').slice(0, 3).join('/');
    return files
      .filter((test) => known[test] !== false && test.startsWith(`${part}/`) && loads(test).has(compiled))
      .sort((one, other) => distance(compiled, one) - distance(compiled, other) || (one < other ? -1 : 1))
      .slice(0, nearest);
  };
  const run = (what, seconds, environment) => runTests(what, { root: folder, seconds, signal, environment });
  const alone = (test, seconds, environment) => run({ name: test, files: [test] }, seconds, environment);
  const withoutMutant = (test) =>
    runTests({ name: test, files: [test] }, { root: good, seconds: mostSeconds, signal, environment: {} });
  const isSound = async (test) => {
    known[test] ??= judge(await withoutMutant(test)).failed === 0;
    signal.throwIfAborted();
    return known[test];
  };
  /** What failed in it when it runs alone with the mutant; undefined: nothing, or it is as slow without one. */
  const failureAgain = async (test, environment) => {
    let ended = await alone(test, mutantSeconds, environment);
    if (ended.expired) {
      const usual = await withoutMutant(test);
      const wanted = (usual.milliseconds / 1000) * slower;
      if (usual.expired) return undefined;
      if (wanted > mutantSeconds) ended = await alone(test, wanted, environment);
    }
    signal.throwIfAborted();
    return judge(ended).failed === 0 ? undefined : failedTest(ended);
  };

  /** The first test file that fails with the mutant and passes without; undefined: none does. */
  return async (mutant) => {
    const environment = { ORCHKIT_MUTANT: mutant.id, TAP_BAIL: '1' };
    for (const { name, files: some } of processesOf(candidates(mutant))) {
      let left = some;
      while (left.length > 0) {
        const ended = await run({ name, files: left }, mutantSeconds, environment);
        signal.throwIfAborted();
        if (judge(ended).failed === 0) break;
        const by = failedFile(ended) ?? left[0];
        // A single failure may be chance.
        const how = (await isSound(by)) ? await failureAgain(by, environment) : undefined;
        if (how !== undefined) return { by, how };
        left = left.filter((file) => file !== by);
      }
    }
    return undefined;
  };
}

/** Folders between two files: 0 when they lie in the same one. */
export function distance(one, other) {
  const way = posix.relative(posix.dirname(one), posix.dirname(other));
  return way === '' ? 0 : way.split('/').length;
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
        // A missing file loads nothing.
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
