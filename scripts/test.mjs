// `npm test`: sets the clone up, installs the Debian packages that the tests of real parts use where root and apt are
// there, and runs every test file. Arguments are test files or patterns of `dist/`; without any, all run. TAP_TIMEOUT is
// the limit of a file in seconds (300), TAP_JOBS how many run at once (as many as there are processors), and TAP_FULL=1
// prints every line.
// Closes with the line `N passed, N failed, N skipped`, counted over single assertions.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { setUp } from './setup.mjs';
import { testProcesses } from './tests/test-order.mjs';
import { runTests } from './tests/test-process.mjs';
import { judge, reportOf } from './tests/test-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A number of the environment; what is none, or not above 0, is the default. */
function setting(name, otherwise) {
  const number = Number(process.env[name]);
  return number > 0 ? number : otherwise;
}

/** Runs the processes, `jobs` at a time, in their order; reports each when it ends; answers the counts of all. */
async function runAll(processes, signal) {
  const seconds = setting('TAP_TIMEOUT', 300);
  const jobs = setting('TAP_JOBS', availableParallelism());
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const left = processes.values();
  let ended = 0;
  const work = async () => {
    for (const each of left) {
      if (signal.aborted) return;
      const end = await runTests(each, { root, seconds, signal });
      const judged = judge(end);
      for (const name of Object.keys(counts)) counts[name] += judged[name];
      process.stdout.write(reportOf((ended += 1), end, judged, process.env.TAP_FULL === '1'));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return counts;
}

try {
  await setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
installDebianPackages();
const processes = testProcesses(root, process.argv.slice(2));
if (processes.length === 0) {
  process.stderr.write('no test file matches\n');
  process.exit(1);
}
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort());
const { passed, failed, skipped } = await runAll(processes, stopping.signal);
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || passed === 0 || stopping.signal.aborted ? 1 : 0;
