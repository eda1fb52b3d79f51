// The check of the ladder, on small projects: each is right but for one thing, which the check must name.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

const right: Readonly<Record<string, string>> = {
  'house/contract/door.ts': 'export interface Door {}',
  'house/kitchen/oven.ts': "import type { Door } from '../contract/door.ts';\nexport type Oven = Door;",
  'house/garden/tree.ts': "import type { Door } from '../contract/door.ts';\nexport type Tree = Door;",
  'house/compose.ts': "import type { Oven } from './kitchen/oven.ts';\nexport type House = Oven;",
};

const ladders = { '': ['house'], house: ['contract', '*', '.'] };

/** Runs the check on a project of these files; returns its exit code and what it wrote. */
function check(t: Test, files: Readonly<Record<string, string>>, order: object = ladders) {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-ladder-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  for (const name of ['ladder.mjs', 'sources.mjs']) {
    cpSync(join(projectRoot(), 'scripts', 'verify', name), join(folder, 'scripts', 'verify', name));
  }
  writeFileSync(
    join(folder, 'scripts', 'verify', 'ladder-order.mjs'),
    `export const ladders = ${JSON.stringify(order)};`,
  );
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const { status, stderr } = spawnSync(process.execPath, ['scripts/verify/ladder.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
}

t.test('a house in order passes', async (t) => {
  t.strictSame(check(t, right), { status: 0, stderr: '' });
});

t.test('an import that goes up fails, and is named', async (t) => {
  const { status, stderr } = check(t, {
    ...right,
    'house/contract/door.ts': "import type { Oven } from '../kitchen/oven.ts';\nexport type Door = Oven;",
  });
  t.equal(status, 1);
  t.equal(
    stderr,
    'house/contract/door.ts imports house/kitchen/oven.ts: in house, those of "kitchen" are not below those of "contract"\n',
  );
});

t.test('folders of one rung do not import each other, neither do two that only look right one by one', async (t) => {
  const { status, stderr } = check(t, {
    ...right,
    'house/kitchen/oven.ts': "import '../garden/tree.ts';",
    'house/garden/leaf.ts': "import { oven } from '../kitchen/oven.ts';",
  });
  t.equal(status, 1);
  t.match(stderr, /kitchen\/oven\.ts imports house\/garden\/tree\.ts/);
  t.match(stderr, /garden\/leaf\.ts imports house\/kitchen\/oven\.ts/);
});

t.test("a folder's own files are its contract or its composition, not both", async (t) => {
  const { status, stderr } = check(t, {
    ...right,
    'house/garden/tree.ts': "import type { House } from '../compose.ts';\nexport type Tree = House;",
  });
  t.equal(status, 1);
  t.match(
    stderr,
    /garden\/tree\.ts imports house\/compose\.ts: in house, the folder's own files are not below those of "garden"/,
  );
  t.equal(check(t, right, { '': ['house'], house: ['contract', '.', '*'] }).status, 1);
});

t.test('a new folder needs a place, and a place needs its folder', async (t) => {
  const order = { '': ['house'], house: ['contract', 'kitchen', '.'] };
  t.match(check(t, right, order).stderr, /^house: "garden" has no place in scripts\/verify\/ladder-order\.mjs\n$/);
  t.match(check(t, right, { '': ['house'] }).stderr, /^house: no ladder/);
  t.match(check(t, right, { ...ladders, house: ['contract', 'cellar', '*', '.'] }).stderr, /house has no "cellar"/);
});

t.test('a folder of more than 25 files fails; rows of data do not count', async (t) => {
  const many = (folder: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`${folder}/part-${index}.ts`, 'export {};']));
  t.match(check(t, { ...right, ...many('house/garden/bed') }).stderr, /house\/garden\/bed has 26 files; 25 at most/);
  t.equal(
    check(t, { ...right, ...many('house/garden/data') }, { ...ladders, 'house/garden': ['data', '.'] }).status,
    0,
  );
});

t.test('tests may reach for what stands above them', async (t) => {
  const files = { ...right, 'house/garden/tree.test.ts': "import type { House } from '../compose.ts';" };
  t.equal(check(t, files).status, 0);
});
