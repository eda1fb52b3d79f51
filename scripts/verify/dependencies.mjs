// Every dependency has its reason in docs/dependencies.md. The lock file has the packages of every platform with their
// checksums, and names no registry host.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
const faults = [];
const { dependencies, optionalDependencies, devDependencies } = manifest;
for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
  if (!page.includes(`\`${name}\``)) faults.push(`docs/dependencies.md does not say why ${name} is used`);
}
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
if (lock.includes('"resolved": "http')) faults.push('package-lock.json names a registry host');
const locked = Object.entries(JSON.parse(lock).packages).filter(([path]) => path !== '');
const names = new Set(locked.map(([path]) => path.replace(/^.*node_modules\//, '')));
for (const [path, entry] of locked) {
  if (entry.integrity === undefined) faults.push(`package-lock.json has no checksum of ${path}`);
  // npm leaves out what the registry does not have, and then refuses the file.
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!names.has(name)) faults.push(`package-lock.json lacks ${name}, which ${path} needs on some platform`);
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
