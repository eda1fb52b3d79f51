// No file outside shared/vendor spells a vendor's name: names come from the profile. Programs' own names (orch-agent, ...)
// are the product's, and a package that carries a vendor in its name is imported by that name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources } from './sources.mjs';

const forbidden = /orch\.io|k8s|kubernetes|\bkube-(?!ctl)|vnd\.orch|x-orch-/i;
const excused = [
  /from '@kubernetes\/client-node'/g,
  /import\('@kubernetes\/client-node'\)/g,
  /python3-kubernetes|(?:import|from) kubernetes\b/g,
  // The profile's id, where a caller chooses one.
  /(['"`])kubernetes\1/g,
  /--vendor[= ]kubernetes/g,
];

const faults = [];
for (const file of sources()) {
  if (file.startsWith('shared/vendor/')) continue;
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const text = excused.reduce((rest, pattern) => rest.replace(pattern, ''), line);
      const match = forbidden.exec(text);
      if (match !== null) faults.push(`${file}:${index + 1}: "${match[0]}" belongs into shared/vendor`);
    });
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
