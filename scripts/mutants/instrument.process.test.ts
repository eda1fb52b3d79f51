// What is put into a file, what is left alone, and what switching one on and recording do.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

interface Mutant {
  readonly id: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly excluded?: string;
}

/** Instruments one module, compiled line by line of the same source, in a tree of its own. */
async function instrumented(t: Test, source: string) {
  const file = 'dist/agent/some/limits.js';
  const map = { version: 3, sources: ['../../../agent/some/limits.ts'], names: [], mappings: '' };
  // Each line begins where it began.
  map.mappings = source
    .split('\n')
    .map((_, line) => (line === 0 ? 'AAAA' : 'AACA'))
    .join(';');
  const folder = t.testdir({ root: {}, tree: {}, cache: {} });
  const root = join(folder, 'root');
  mkdirSync(join(root, 'dist/agent/some'), { recursive: true });
  writeFileSync(join(root, file), source);
  writeFileSync(join(root, `${file}.map`), JSON.stringify(map));
  const scripts = join(projectRoot(), 'scripts/mutants');
  const { instrument } = (await import(pathToFileURL(join(scripts, 'instrument.mjs')).href)) as {
    instrument: (files: readonly string[], places: object) => Promise<Mutant[]>;
  };
  const tree = join(folder, 'tree');
  const mutants = await instrument([file], { root, tree, cache: join(folder, 'cache') });
  copyFileSync(join(scripts, 'switch.mjs'), join(tree, 'dist/mutant-switch.mjs'));
  writeFileSync(join(tree, 'package.json'), '{"type":"module"}');
  const run = (expression: string, environment: Record<string, string> = {}) => {
    const text = `import * as m from '${pathToFileURL(join(tree, file)).href}'; console.log(${expression});`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    return stdout.trim() || stderr;
  };
  return { mutants, run, folder };
}

const limits = `export const isOver = (size) => size > 10;
export function check(size, log) {
  log.warn('a size was', { size: size + 1 });
  if (isOver(size)) throw new Error('the size is over the limit');
  return 'within';
}
export const metric = { name: 'sizes', help: 'Sizes' };
`;

t.test('a mutant is off until it is switched on by its id, and then the only one', async (t) => {
  const { mutants, run } = await instrumented(t, limits);
  const edge = mutants.find(({ original, replacement }) => original === 'size > 10' && replacement === 'size >= 10');
  t.equal(run('m.isOver(10)'), 'false');
  t.equal(run('m.isOver(10)', { ORCHKIT_MUTANT: edge?.id ?? '' }), 'true');
  t.equal(run('m.isOver(9)', { ORCHKIT_MUTANT: edge?.id ?? '' }), 'false');
  t.equal(run('m.isOver(10)', { ORCHKIT_MUTANT: edge?.id.replace('limits', 'others') ?? '' }), 'false');
  t.match(edge?.id, /^agent\/some\/limits\.ts#\d+$/);
});

t.test('places are those of the source', async (t) => {
  const { mutants } = await instrumented(t, limits);
  const lineOf = (text: string) => mutants.find(({ original }) => original === text)?.line;
  t.equal(lineOf("'within'"), 5);
});

t.test('texts of words, logs and helps of metrics are left alone, names are not', async (t) => {
  const { mutants } = await instrumented(t, limits);
  const excluded = mutants.filter((each) => each.excluded !== undefined).map(({ original }) => original);
  t.ok(excluded.includes("'the size is over the limit'"));
  t.ok(excluded.includes("'a size was'"));
  t.ok(excluded.includes('size + 1'), 'all that a log line says');
  t.ok(excluded.includes("'Sizes'"));
  const others = mutants.filter((each) => each.excluded === undefined).map(({ original }) => original);
  t.ok(others.includes("'sizes'"));
  t.ok(others.includes("'within'"));
});

t.test('an empty array whose first element is passed over is left alone, another is not', async (t) => {
  const source = `export function parts(text) {
  const [, head] = /^(a)/.exec(text) ?? [];
  const [all] = /b/.exec(text) ?? [];
  return [head, all];
}
`;
  const { mutants } = await instrumented(t, source);
  const arrays = mutants.filter(({ original }) => original === '[]');
  t.strictSame(
    arrays.map(({ line, excluded }) => [line, excluded]),
    [
      [2, 'element that is passed over'],
      [3, undefined],
    ],
  );
});

t.test('it is recorded which mutants a process reaches, by what was going on when it began', async (t) => {
  const { mutants, run, folder } = await instrumented(t, limits);
  const where = join(folder, 'reach');
  mkdirSync(where);
  writeFileSync(join(where, 'now'), 'area/case');
  run('m.isOver(10)', { ORCHKIT_MUTANT_REACH: where });
  const lines = readdirSync(where)
    .filter((name) => name.endsWith('.reach'))
    .flatMap((name) => readFileSync(join(where, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as { now: string; hits: Record<string, number[]> });
  t.strictSame([...new Set(lines.map(({ now }) => now))], ['area/case']);
  const reached = new Set(lines.flatMap(({ hits }) => hits['agent/some/limits.ts'] ?? []));
  const number = (text: string) => Number(mutants.find(({ original }) => original === text)?.id.split('#')[1]);
  t.ok(reached.has(number('size > 10')));
  t.notOk(reached.has(number("'within'")), 'check did not run');
});

t.test('a process that follows a switch has the mutant on that it names at that time, and says so', async (t) => {
  const { mutants, run, folder } = await instrumented(t, limits);
  const edge = mutants.find(({ original, replacement }) => original === 'size > 10' && replacement === 'size >= 10');
  const where = join(folder, 'switch');
  mkdirSync(where);
  const text = `await (async () => {
    const { renameSync, writeFileSync, readdirSync, readFileSync } = await import('node:fs');
    const [where, id] = ${JSON.stringify([where, edge?.id])};
    const seen = [m.isOver(10)];
    for (const now of [id, '', 'agent/some/others.js#1', id]) {
      writeFileSync(where + '/next', now);
      renameSync(where + '/next', where + '/now');
      const told = () => readdirSync(where).filter((name) => name === process.pid + '.active');
      while (told().length === 0 || readFileSync(where + '/' + told()[0], 'utf8') !== now)
        await new Promise((resolve) => setTimeout(resolve, 2));
      seen.push(m.isOver(10));
    }
    return seen.join();
  })()`;
  t.equal(run(text, { ORCHKIT_MUTANT_SWITCH: where }), 'false,true,false,false,true');
  writeFileSync(join(where, 'now'), edge?.id ?? '');
  t.equal(run('m.isOver(10)', { ORCHKIT_MUTANT_SWITCH: where }), 'true', 'also one that is started later');
});

t.test('a file that did not change is taken as it was made before', async (t) => {
  const first = await instrumented(t, limits);
  const second = await instrumented(t, limits);
  t.strictSame(second.mutants, first.mutants, 'the same source has the same ids');
});
