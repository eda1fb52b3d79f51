// Every dependency has its reason in docs/dependencies.md, and the lock file names no registry host.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
const faults = [];
for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
  if (!page.includes(`\`${name}\``)) faults.push(`docs/dependencies.md does not say why ${name} is used`);
}
if (readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved": "http'))
  faults.push('package-lock.json names a registry host');
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
