// Tests assert what they say. A test that is skipped says why: its line in the results has the reason behind SKIP, which
// `t.skip(title)` and `skip: true` have not. What is compared is equal in type too: `t.same` takes '' for 0.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources } from './sources.mjs';

/** What a test may not hold, and what it uses in its place. */
const faults = [
  [/\bt\.skip\(/, 'gives no reason; write t.test(title, { skip: reason }, ...)'],
  [/\bskip: *true\b/, 'gives no reason; write t.test(title, { skip: reason }, ...)'],
  [/\bt\.same\(/, "takes '' for 0; write t.strictSame(found, wanted)"],
];

for (const file of ['.test.ts', '.contract.ts', '.fixture.ts'].flatMap(sources)) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [fault, advice] of faults) {
    const found = fault.exec(text)?.[0];
    if (found === undefined) continue;
    process.stderr.write(`${file}: ${found} ${advice}\n`);
    process.exitCode = 1;
  }
}
