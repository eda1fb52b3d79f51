// `npm run test:disturbed`: the tests as `npm test` runs them (same patterns, same TAP_ variables), with random delays and
// pauses of their processes and of the Node programs that they start. A test that fails only here depends on an order or a
// speed that is not guaranteed. CONTRIBUTING.md says how to judge a failure.
//   --seed NUMBER    the delays of an earlier run again (a new one each time; printed)
//   --level NUMBER   how much, above 0 and up to 3 (1)
// Ends with the last line and the exit code of `npm test`. Invalid arguments: exit code 2.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runTestFiles } from './tests/run.mjs';

/** Test files that cannot be fair under a disturbance, each with its reason. */
const leftOut = {};

const module = new URL('../dist/scripts/tests/disturb.js', import.meta.url).href;

/** What the arguments ask for; throws an Error with one line when they make no sense. */
function asked(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { seed: { type: 'string' }, level: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const seed = values.seed ?? String(randomInt(2 ** 32));
  if (!/^\d{1,15}$/.test(seed)) throw new Error(`--seed ${seed}: must be a whole number`);
  const level = Number(values.level);
  if (!(level > 0 && level <= 3)) throw new Error(`--level ${values.level}: must be above 0 and at most 3`);
  return { seed, level: String(level), patterns: positionals };
}

let run;
try {
  run = asked(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
const { seed, level, patterns } = run;
const again = ['npm run test:disturbed -- --seed', seed, '--level', level, ...patterns].join(' ');
process.stdout.write(`# disturbed at level ${level} with seed ${seed}\n`);
process.exitCode = await runTestFiles(patterns, {
  seconds: 600,
  leftOut: (file) => {
    if (leftOut[file] === undefined) return false;
    process.stdout.write(`# left out: ${file}: ${leftOut[file]}\n`);
    return true;
  },
  environment: (name) => ({
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${module}`].filter(Boolean).join(' '),
    DISTURBANCE_LEVEL: level,
    DISTURBANCE_SEED: `${seed} ${name}`,
  }),
  closing: (failed) => {
    if (failed > 0) process.stdout.write(`# the same delays again: ${again}\n`);
  },
});
