// Every dependency has its reason in docs/dependencies.md, the lock file names no registry host, and the server, which is
// bundled into several files, imports no package in the CommonJS form as it runs: it has no names in a file of its own.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, sources } from './sources.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
const faults = [];
for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
  if (!page.includes(`\`${name}\``)) faults.push(`docs/dependencies.md does not say why ${name} is used`);
}
if (readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved": "http'))
  faults.push('package-lock.json names a registry host');
for (const file of sources()) {
  if (file.endsWith('.test.ts') || !/^(apiserver|shared)\//.test(file)) continue;
  for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/\bimport\('((?!node:)[a-z@][^']*)'\)/g)) {
    if (isCommonJs(fileURLToPath(import.meta.resolve(name)))) {
      faults.push(`${file} imports ${name}, a CommonJS package: import a module that imports it`);
    }
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function isCommonJs(file) {
  if (/\.[cm]js$/.test(file)) return file.endsWith('.cjs');
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const description = join(folder, 'package.json');
    if (existsSync(description)) return JSON.parse(readFileSync(description, 'utf8')).type !== 'module';
  }
}
