// Runs test files in several processes at a time, reports each file, and counts all.
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../debian-packages.mjs';
import { setUp } from '../setup.mjs';
import { testProcesses } from './test-order.mjs';
import { runTests } from './test-process.mjs';
import { judge, reportOf } from './test-report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Sets the clone up, installs the Debian packages of the tests, runs the test files whose path holds one of the patterns (none:
 * all) and closes with the line `N passed, N failed, N skipped`, counted in tests. With TAP_AGAIN=1 what failed runs once more
 * when all others have ended; what passes then is listed as flaky and counts as passed. Random values of the tests follow a
 * seed, which is printed: TEST_SEED where it is given, else a new one; what runs again has the same. Resolves with the exit
 * code: 0 when something passed, nothing failed and no signal stopped the run. Never rejects.
 * @param {readonly string[]} patterns
 * @param {object} [options]
 * @param {(name: string) => Record<string, string>} [options.environment] what the process of that name gets beside ours
 * @param {(file: string) => boolean} [options.leftOut] which of the files do not run
 * @param {number} [options.seconds] that one file may take when TAP_TIMEOUT does not say
 * @param {(failed: number) => void} [options.closing] called before the last line is printed
 */
export async function runTestFiles(patterns, options = {}) {
  const { environment = () => ({}), leftOut = () => false, seconds = 300, closing = () => {} } = options;
  try {
    await setUp();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  installDebianPackages();
  const processes = testProcesses(root, patterns, leftOut);
  if (processes.length === 0) {
    process.stderr.write('no test file matches\n');
    return 1;
  }
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  process.stdout.write(`# seed ${seed}: TEST_SEED=${seed} repeats the random values of this run\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort());
  const { passed, failed, skipped } = await runAll(processes, {
    environment: (name) => ({ TEST_SEED: seed, ...environment(name) }),
    seconds: setting('TAP_TIMEOUT', seconds),
    signal: stopping.signal,
  });
  closing(failed);
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed > 0 || passed === 0 || stopping.signal.aborted ? 1 : 0;
}

/** A number of the environment; what is none, or not above 0, is the default. */
function setting(name, otherwise) {
  const number = Number(process.env[name]);
  return number > 0 ? number : otherwise;
}

/** Runs the processes and, where asked for, those that failed once more; answers the counts of all. */
async function runAll(processes, options) {
  const first = await runEach(processes, options);
  const again = process.env.TAP_AGAIN === '1' && !options.signal.aborted;
  const second = again
    ? await runEach(
        [...first].filter(([, { failed }]) => failed > 0).map(([each]) => each),
        options,
      )
    : new Map();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [each, judged] of first) {
    const last = second.get(each) ?? judged;
    if (last.failed === 0 && judged.failed > 0) process.stdout.write(`# flaky: ${each.name} failed, then passed\n`);
    for (const name of Object.keys(counts)) counts[name] += last[name];
  }
  return counts;
}

/** Runs the processes, TAP_JOBS at a time, in their order; reports each when it ends; answers what each counts. */
async function runEach(processes, { environment, seconds, signal }) {
  const jobs = setting('TAP_JOBS', availableParallelism());
  const counts = new Map();
  const left = processes.values();
  const work = async () => {
    for (const each of left) {
      if (signal.aborted) return;
      const end = await runTests(each, { root, seconds, signal, environment: environment(each.name) });
      const judged = judge(end);
      counts.set(each, judged);
      process.stdout.write(reportOf(counts.size, end, judged, process.env.TAP_FULL === '1'));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return counts;
}
