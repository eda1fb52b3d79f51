// Own process: starts programs (child_process).

import type { SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { Dice } from '../../fixtures/history/dice.ts';
import { delayCallbacks, delayPromises, stopNowAndThen } from './disturbance.ts';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

const disturb = new URL('disturb.js', import.meta.url).href;

/** Time that passes only by what waits for it: runs what is due next, until nothing waits. */
class Waiting {
  readonly delays: number[] = [];
  #now = 0;
  readonly #due: { readonly at: number; readonly act: () => void }[] = [];

  after = (act: () => void, milliseconds: number): void => {
    this.delays.push(milliseconds);
    this.#due.push({ at: this.#now + milliseconds, act });
    this.#due.sort((left, right) => left.at - right.at);
  };

  /** Runs the one that is due first; false when there is none. */
  next(): boolean {
    const first = this.#due.shift();
    this.#now = first?.at ?? this.#now;
    first?.act();
    return first !== undefined;
  }
}

/** Reads two files that are begun together; resolves with the order in which they ended and the delays of both. */
async function twoReads(seed: number): Promise<{ readonly order: string; readonly delays: readonly number[] }> {
  const waiting = new Waiting();
  const files = { read: async (name: string) => name };
  delayPromises(files, ['read', 'none'], { level: 1, dice: new Dice(seed), after: waiting.after });
  const order: string[] = [];
  const both = Promise.all(['a', 'b'].map(async (name) => void order.push(await files.read(name))));
  while (order.length < 2) {
    // What does not wait for time goes first.
    await new Promise((resolve) => setImmediate(resolve));
    waiting.next();
  }
  await both;
  return { order: order.join(''), delays: waiting.delays };
}

t.test('two reads that were begun together end in either order, and the same seed repeats it', async (t) => {
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  const first = await Promise.all(seeds.map(twoReads));
  t.strictSame(new Set(first.map(({ order }) => order)), new Set(['ab', 'ba']));
  t.ok(first.every(({ delays }) => delays.every((delay) => delay > 0 && delay <= 25)));
  t.strictSame(await Promise.all(seeds.map(twoReads)), first);
});

t.test('delayed operations have the same results and errors as without delays', async (t) => {
  const waiting = new Waiting();
  const mark = Symbol('mark');
  const refused = new Error('refused');
  const owner = {
    self: Object.assign(
      async function self(this: unknown) {
        return this;
      },
      { [mark]: 1 },
    ),
    refuse: async () => Promise.reject(refused),
    call: (text: string, done: (error: null, text: string) => void) => done(null, text),
  };
  const disturbance = { level: 3, dice: new Dice(1), after: waiting.after };
  delayPromises(owner, ['self', 'refuse'], disturbance);
  delayCallbacks(owner, ['call'], disturbance);
  t.strictSame([owner.self.name, owner.self[mark]], ['self', 1]);
  const called = new Promise((resolve) => owner.call('x', (...results) => resolve(results)));
  const ended = Promise.allSettled([owner.self(), owner.refuse(), called]);
  while ((await Promise.race([ended, Promise.resolve(undefined)])) === undefined) {
    waiting.next();
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.strictSame(
    (await ended).map((end) => (end.status === 'fulfilled' ? end.value : end.reason)),
    [owner, refused, [null, 'x']],
  );
  t.ok(waiting.delays.length >= 3);
});

t.test('a process is stopped for the same times after the same times, more at a higher level', async (t) => {
  const stops = (seed: number, level: number): readonly number[] => {
    const waiting = new Waiting();
    const stopped: number[] = [];
    stopNowAndThen({ level, dice: new Dice(seed), after: waiting.after }, (ms) => stopped.push(ms));
    while (stopped.length < 200) waiting.next();
    return [...stopped, ...waiting.delays];
  };
  t.strictSame(stops(7, 1), stops(7, 1));
  t.notSame(stops(7, 1), stops(8, 1));
  const longest = (level: number): number => Math.max(...stops(7, level).slice(0, 200));
  t.ok(longest(0.1) < longest(1) && longest(1) < longest(3) && longest(3) <= 1600);
});

const isProgram = (path: string): boolean => !path.endsWith('.test.js');

/** What Node printed and how it ended. */
async function node(
  args: readonly string[],
  options: SpawnOptions,
): Promise<{ readonly out: string; readonly code: number }> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise<number>((resolve) => child.once('close', resolve));
  return { out: await text(child.stdout), code: await code };
}

t.test('it reaches the programs that a program starts, each with a seed of its own', async (t) => {
  // What a child of this process would get: by it, two of them differ.
  const tell = 'console.log(process.env.DISTURBANCE_SEED)';
  const start = `const { spawn } = require('child_process');
    const tell = () => new Promise((resolve) =>
      spawn(process.execPath, ['-e', ${JSON.stringify(tell)}], { stdio: 'inherit' }).on('close', resolve));
    tell().then(tell)`;
  const env = { ...process.env, NODE_OPTIONS: `--import=${disturb}`, DISTURBANCE_SEED: '5', DISTURBANCE_LEVEL: '0.1' };
  t.strictSame(await node(['-e', start], { env }), { out: '5.1.1\n5.2.1\n', code: 0 });
});

t.test('the command prints its seed and passes patterns, results and the exit code through', async (t) => {
  const root = t.testdir({
    scripts: {
      'setup.mjs': 'export async function setUp() {}',
      'debian-packages.mjs': 'export function installDebianPackages() {}',
    },
    dist: {
      'good.test.js': `import t from 'tap'; t.ok(process.env.DISTURBANCE_SEED.startsWith('12 dist/good.test.js'));`,
      'bad.test.js': `import t from 'tap'; t.fail('as it should');`,
    },
    'package.json': '{"type":"module"}',
  });
  const project = projectRoot();
  for (const part of ['scripts/test-disturbed.mjs', 'scripts/tests'])
    cpSync(join(project, part), join(root, part), { recursive: true });
  for (const part of ['scripts/tests', 'fixtures/history/dice.js'])
    cpSync(new URL(`../../${part}`, import.meta.url), join(root, 'dist', part), { recursive: true, filter: isProgram });
  const { TAP_FULL: _, TAP_AGAIN: __, NODE_OPTIONS: ___, ...env } = process.env;
  const run = (...args: string[]) => node(['scripts/test-disturbed.mjs', ...args], { cwd: root, env });

  const good = await run('--seed', '12', '--level', '0.5', 'good');
  t.equal(good.code, 0);
  t.match(
    good.out,
    /^# disturbed at level 0\.5 with seed 12\n# seed \d+: .*\nok 1 - dist\/good\.test\.js .*\n1 passed, 0 failed, 0 skipped\n$/,
  );
  const bad = await run('--level=0.1', 'bad');
  t.equal(bad.code, 1);
  const [, seed] = /^# disturbed at level 0\.1 with seed (\d+)\n/.exec(bad.out) ?? [];
  t.strictSame(bad.out.split('\n').slice(-3), [
    `# the same delays again: npm run test:disturbed -- --seed ${seed} --level 0.1 bad`,
    '0 passed, 1 failed, 0 skipped',
    '',
  ]);
  for (const args of [['--level', '4'], ['--level', 'much'], ['--seed=-1'], ['--sed', '1']])
    t.strictSame(await run(...args), { out: '', code: 2 }, args.join(' '));
});
