// Holds the import arrows of docs/architecture.md between programs and parts of programs, and no cycle between files. Type
// imports count. The order within each folder is that of ladder.mjs.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sources, root } from './sources.mjs';

const foundation = ['shared/vendor', 'shared/object', 'shared/process', 'shared/certificates'];
const allOfShared = [
  ...foundation,
  'shared/schema',
  'shared/definition',
  'shared/rule',
  'shared/codec',
  'shared/patch',
  'shared/apply',
  'shared/expression',
  'shared/client',
];
const remote = ['apiserver/config-file', 'apiserver/outbound'];
const access = ['apiserver/authentication', 'apiserver/authorization', 'apiserver/admission'];

/** Folder -> folders it may import beside itself. A file belongs to the longest folder that fits. */
const allowed = {
  'shared/vendor': [],
  'shared/object': ['shared/vendor'],
  'shared/process': ['shared/vendor', 'shared/object'],
  'shared/certificates': ['shared/vendor', 'shared/object', 'shared/process'],
  'shared/schema': foundation,
  'shared/definition': [...foundation, 'shared/schema', 'shared/expression'],
  'shared/rule': [...foundation, 'shared/schema'],
  'shared/codec': [...foundation, 'shared/schema'],
  'shared/patch': [...foundation, 'shared/schema', 'shared/codec'],
  'shared/apply': [...foundation, 'shared/schema'],
  'shared/expression': [...foundation, 'shared/schema'],
  'shared/client': allOfShared,
  'apiserver/storage': [...allOfShared, 'apiserver/config-file'],
  'apiserver/config-file': allOfShared,
  'apiserver/authentication': [...allOfShared, ...remote],
  'apiserver/audit': [...allOfShared, 'apiserver/config-file', 'apiserver/authentication'],
  'apiserver/authorization': [...allOfShared, ...remote, 'apiserver/authentication'],
  'apiserver/outbound': allOfShared,
  'apiserver/admission': [...allOfShared, 'apiserver/authentication', 'apiserver/authorization', 'apiserver/outbound'],
  'apiserver/registry': [...allOfShared, ...access, 'apiserver/storage'],
  'apiserver/extension': [...allOfShared, ...access, 'apiserver/storage', 'apiserver/outbound', 'apiserver/registry'],
  'apiserver/discovery': [...allOfShared, ...access, 'apiserver/registry', 'apiserver/http'],
  'apiserver/http': [...allOfShared, ...access, 'apiserver/audit', 'apiserver/registry'],
  'apiserver/health': [...allOfShared, ...access, 'apiserver/registry', 'apiserver/http'],
  // The default roles are data of authorization, and a controller keeps them in place.
  'apiserver/controller': [
    ...allOfShared,
    'apiserver/authentication',
    'apiserver/authorization/rbac',
    'apiserver/authorization/contract/authorizer.ts',
    'apiserver/admission/quota',
    'apiserver/admission/policy/type-checks.ts',
  ],
  apiserver: [...allOfShared, 'apiserver'],
  agent: [...allOfShared, 'agent'],
  // Nothing of what is spoken on the wire: only the command line, and what the host is asked for.
  conformance: [
    'shared/vendor',
    'shared/process/command-line',
    'shared/process/host/product-version.ts',
    'shared/process/host/free-port.ts',
    'shared/process/host/mount-table.ts',
    'shared/process/host/clock-library.ts',
    'shared/process/host/signals.ts',
    'shared/process/host/printed.ts',
    'conformance',
  ],
  envtest: ['shared/vendor', 'shared/process', 'envtest'],
  fixtures: [...allOfShared, 'fixtures', 'agent/cri'],
  bench: [...allOfShared, 'apiserver', 'agent', 'fixtures', 'bench'],
  scripts: [...allOfShared, 'agent/cri', 'fixtures', 'scripts'],
};

/** Test files may also reach for these: a test of a part starts the real parts around it. */
const allowedInTests = {
  shared: ['fixtures'],
  conformance: ['fixtures'],
  envtest: ['fixtures', 'shared'],
  fixtures: ['agent', 'apiserver', 'conformance'],
  agent: ['fixtures'],
  'shared/client': ['apiserver'],
  apiserver: ['fixtures'],
};

const within = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const owner = (file) =>
  Object.keys(allowed)
    .filter((folder) => within(file, folder))
    .sort((left, right) => right.length - left.length)[0];

const graph = new Map();
const faults = [];
for (const file of sources()) {
  const isTest = /\.(test|contract|fixture)\.ts$/.test(file);
  const folder = owner(file);
  const edges = [];
  for (const match of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const target = relative(root, join(root, dirname(file), match[1]));
    edges.push(target);
    const targetFolder = owner(target);
    if (folder === undefined || targetFolder === undefined) faults.push(`${file}: belongs to no folder of the house`);
    else if (targetFolder !== folder) {
      const mayReach = [...allowed[folder], ...(isTest ? testReach(folder) : [])];
      if (!mayReach.some((entry) => within(target, entry))) faults.push(`${file} may not import ${target}`);
    }
  }
  graph.set(file, edges);
}
faults.push(...cycles(graph));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function testReach(folder) {
  return Object.entries(allowedInTests).flatMap(([parent, extra]) =>
    within(folder, parent) ? [...extra, parent] : [],
  );
}

function cycles(edges) {
  const state = new Map();
  const found = [];
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    state.set(file, 'open');
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of edges.keys()) visit(file, []);
  return found;
}
