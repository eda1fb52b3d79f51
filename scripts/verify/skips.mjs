// A test that is skipped says why: its line in the results has the reason behind SKIP. `t.skip(title)` and `skip: true` have none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources } from './sources.mjs';

const faults = [/\bt\.skip\(/, /\bskip: *true\b/];

for (const file of sources('.test.ts')) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const fault of faults) {
    const found = fault.exec(text)?.[0];
    if (found === undefined) continue;
    process.stderr.write(`${file}: ${found} gives no reason; write t.test(title, { skip: reason }, ...)\n`);
    process.exitCode = 1;
  }
}
