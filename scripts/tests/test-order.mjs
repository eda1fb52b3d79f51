// Which test files there are, which run in one process, and in which order.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that take longest, first: one that began last would run alone at the end. Only a matter of time. */
const longest = [
  'conformance/system/bundled',
  'conformance/mutant/launched',
  'conformance/mutant/matrix',
  'agent/system/conformance',
  'agent/system/system',
  'scripts/start/launch',
  'agent/system/install/systemd',
  'apiserver/system/storage/crash',
  'apiserver/system/storage/history',
  'agent/system/install/joining',
  'apiserver/storage/etcd/etcd-store',
  'apiserver/storage/etcd/etcd-failures',
  'apiserver/system/storage/etcd',
  'apiserver/system/hostile/hostile-input',
  'agent/system/endpoints-system',
  'apiserver/storage/embedded/engine/embedded-store-crash',
  'apiserver/system/client/kubectl-tasks',
  'agent/system/runtime/pressure',
  'apiserver/system/docs',
  'apiserver/system/client/client-node',
].map((name) => `dist/${name}.test.js`);

/** Shows that a file works on its process, starts others, or sets what holds for all tests of a process. */
const needsOwnProcess = new RegExp(
  [
    /^t\.(?:setTimeout|jobs|teardown|before|after|plan|end|bail)/,
    /process\.(?:env|on|once|exitCode|chdir|memoryUsage)\b|globalThis|worker_threads|global\.gc/,
    /child_process|-process\.js'|node-system\.js'|program-file\.js'|bundled-server\.fixture\.js'|simulator\.js'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/**
 * The files in the order in which their processes are to start; quick files of a part of a program, such as
 * `dist/apiserver/registry`, share one; tests of whole programs (`system`) never do. Without those that are left out.
 * @param {(file: string) => boolean} leftOut
 * @returns {{ name: string, files: string[] }[]}
 */
export function testProcesses(root, patterns, leftOut) {
  const processes = new Map();
  for (const file of testFiles(root, patterns)) {
    if (leftOut(file)) continue;
    const own = longest.includes(file) || needsOwnProcess.test(readFileSync(join(root, file), 'utf8'));
    const [dist, program, part, ...rest] = file.split('/');
    const name = own || rest.length === 0 || part === 'system' ? file : `${dist}/${program}/${part}`;
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
