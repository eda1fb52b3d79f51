// Programs and library load nothing from the disk after their start: an upgrade may have replaced it. The build refuses late
// imports (scripts/build/late-loads.mjs); here are the other ways to a file of our own: by its place beside a module, or as
// a thread or a process of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources } from './sources.mjs';

/** These ask only whether they are the program, or are not bundled. */
const allowed = new Set([
  'conformance/cases/generate-index.ts',
  'conformance/main.ts',
  'conformance/mutant/matrix.ts',
  'shared/process/host/product-version.ts',
]);
const ways = /import\.meta\.(?:url|dirname|filename|resolve)|\bcreateRequire\b|\bnew Worker\(|(?<![\w.])fork\(/g;

const faults = [];
for (const file of sources()) {
  if (/\.(test|contract|fixture)\.ts$/.test(file) || !/^(apiserver|agent|shared|conformance)\//.test(file)) continue;
  if (allowed.has(file)) continue;
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  for (const [way] of text.matchAll(ways)) faults.push(`${file}: ${way} leads to a file that an upgrade may replace`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
