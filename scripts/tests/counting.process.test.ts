// What the test command counts, and what it does with a file that fails once.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

async function run(t: Test, files: Record<string, string>, again: string, more: NodeJS.ProcessEnv = {}) {
  const root = t.testdir({
    scripts: {
      'setup.mjs': 'export async function setUp() {}',
      'debian-packages.mjs': 'export function installDebianPackages() {}',
    },
    dist: files,
    'package.json': '{"type":"module"}',
  });
  for (const part of ['scripts/test.mjs', 'scripts/tests'])
    cpSync(join(projectRoot(), part), join(root, part), { recursive: true });
  const { TAP_FULL: _, NODE_OPTIONS: __, TEST_SEED: ___, ...env } = process.env;
  const child = spawn(process.execPath, ['scripts/test.mjs'], {
    cwd: root,
    env: { ...env, TAP_AGAIN: again, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const out = await text(child.stdout);
  return { code: await code, lines: out.trimEnd().split('\n'), root };
}

t.test('the closing line counts tests, not assertions', async (t) => {
  const { code, lines } = await run(
    t,
    {
      'nested.test.js': `import t from 'tap';
        t.test('outer', async (t) => {
          t.ok(true);
          await t.test('one', async (t) => { t.ok(true); t.ok(true); t.ok(true); });
          await t.test('two', async (t) => { t.equal(1, 2, 'not ok 1 - as text'); t.ok(true); });
        });
        t.test('alone', async (t) => { t.ok(true); t.ok(true); });
        t.test('not here', { skip: 'no such part' }, async () => {});`,
      'untitled.test.js': `import t from 'tap'; t.ok(true); t.ok(true);`,
      'around.test.js': `import t from 'tap';
        t.test('outer', async (t) => { await t.test('inner', async (t) => { t.ok(true); }); t.fail('outside'); });`,
      'broken.test.js': `import t from 'tap'; t.test('good', async (t) => { t.ok(true); }); setImmediate(() => { throw new Error('x'); });`,
    },
    '',
  );
  t.equal(code, 1);
  // Passed: one, alone, untitled, inner, good. Failed: two, outer, what was thrown outside.
  t.equal(lines.at(-1), '5 passed, 3 failed, 1 skipped');
});

t.test('each run prints its seed in the first line; a second run of a file, and TEST_SEED, repeat it', async (t) => {
  const files = {
    'told.test.js': `import t from 'tap';
      import { appendFileSync } from 'node:fs';
      t.test('seed', async (t) => { appendFileSync('seeds', process.env.TEST_SEED + '\\n'); t.fail('always'); });`,
  };
  const { lines, root } = await run(t, files, '1');
  const [, seed = ''] = /^# seed (\d+): TEST_SEED=\1 repeats the random values of this run$/.exec(lines[0] ?? '') ?? [];
  t.strictSame(readFileSync(join(root, 'seeds'), 'utf8'), `${seed}\n${seed}\n`);
  const others = await Promise.all([run(t, files, ''), run(t, files, '', { TEST_SEED: '4711' })]);
  t.not(others[0].lines[0], lines[0]);
  t.match(others[1].lines[0], /^# seed 4711:/);
});

t.test('a file that fails and passes when it runs again is flaky; one that fails twice is red', async (t) => {
  const files = {
    'once.test.js': `import t from 'tap';
      import { existsSync, writeFileSync } from 'node:fs';
      t.test('a second time', async (t) => { const second = existsSync('seen'); writeFileSync('seen', ''); t.ok(second); });`,
    'good.test.js': `import t from 'tap'; t.test('good', async (t) => { t.ok(true); });`,
  };
  const flaky = await run(t, files, '1');
  t.equal(flaky.code, 0);
  t.strictSame(flaky.lines.slice(-2), [
    '# flaky: dist/once.test.js failed, then passed',
    '2 passed, 0 failed, 0 skipped',
  ]);
  t.equal(flaky.lines.filter((line) => line.includes('good.test.js')).length, 1, 'what passed does not run again');

  const bad = { ...files, 'bad.test.js': `import t from 'tap'; t.test('bad', async (t) => { t.fail('always'); });` };
  const red = await run(t, bad, '1');
  t.equal(red.code, 1);
  t.equal(red.lines.at(-1), '2 passed, 1 failed, 0 skipped');
  const unasked = await run(t, files, '');
  t.equal(unasked.code, 1, 'only where asked for');
});
