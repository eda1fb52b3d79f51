// Which test files there are, and in which order they run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files that take longest, first: one that began last would run alone at the end. Only a matter of time. */
const longest = [
  'conformance/bundled',
  'conformance/mutant/matrix',
  'agent/conformance',
  'agent/system',
  'scripts/start/launch',
  'agent/systemd',
  'apiserver/crash',
  'apiserver/history',
  'agent/joining',
  'apiserver/storage/etcd/etcd-store',
  'apiserver/storage/etcd/etcd-failures',
  'apiserver/etcd',
  'apiserver/hostile-input',
  'agent/endpoints-system',
  'apiserver/storage/embedded-store-crash',
  'apiserver/kubectl-tasks',
  'agent/pressure',
  'apiserver/docs',
  'apiserver/client-node',
].map((name) => `dist/${name}.test.js`);

/** The test files below `dist/` whose path holds one of the patterns (none: all), the longest first. */
export function testFiles(root, patterns) {
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
