// Which test files there are, which run in one process, and in which order.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files that take longest, first: one that began last would run alone at the end. Only a matter of time. */
const longest = [
  'conformance/system/bundled',
  'conformance/mutant/launched.process',
  'conformance/mutant/matrix.process',
  'agent/system/conformance',
  'agent/system/system',
  'scripts/start/launch.process',
  'agent/system/install/systemd',
  'apiserver/system/storage/crash',
  'apiserver/system/storage/history',
  'agent/system/install/joining',
  'apiserver/storage/etcd/etcd-store.process',
  'apiserver/storage/etcd/etcd-failures.process',
  'apiserver/system/storage/etcd',
  'apiserver/system/hostile/hostile-input',
  'agent/system/endpoints-system',
  'apiserver/storage/embedded/engine/embedded-store-crash.process',
  'apiserver/system/client/kubectl-tasks',
  'agent/system/runtime/pressure',
  'apiserver/system/docs',
  'apiserver/system/client/client-node',
].map((name) => `dist/${name}.test.js`);

/** Files that work on their process, start others, or set what holds for all tests of a process say so in their name. */
const needsOwnProcess = /^dist\/[^/]+\/system\/|\.process\.test\.js$/;

/**
 * The files in the order in which their processes are to start; quick files of a part of a program, such as
 * `dist/apiserver/registry`, share one; `*.process.test.ts` and tests of whole programs (`system/`) never do. Without those
 * that are left out.
 * @param {(file: string) => boolean} leftOut
 * @returns {{ name: string, files: string[] }[]}
 */
export function testProcesses(root, patterns, leftOut) {
  const processes = new Map();
  for (const file of testFiles(root, patterns)) {
    if (leftOut(file)) continue;
    const [dist, program, part, ...rest] = file.split('/');
    const name = needsOwnProcess.test(file) || rest.length === 0 ? file : `${dist}/${program}/${part}`;
    const known = processes.get(name);
    if (known === undefined) processes.set(name, { name, files: [file] });
    else known.files.push(file);
  }
  return [...processes.values()].map(({ name, files }) => ({ name: files.length === 1 ? files[0] : name, files }));
}

/** The test files below `dist/` whose path holds one of the patterns (none: all), the longest first. */
function testFiles(root, patterns) {
  const all = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith('.test.js')) all.push(path.slice(root.length));
    }
  };
  visit(join(root, 'dist'));
  const place = (file) => (longest.includes(file) ? longest.indexOf(file) : longest.length);
  all.sort((left, right) => place(left) - place(right) || (left < right ? -1 : 1));
  return patterns.length === 0 ? all : all.filter((file) => patterns.some((pattern) => file.includes(pattern)));
}
