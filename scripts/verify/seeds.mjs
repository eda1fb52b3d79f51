// Random values of tests follow the seed of the run: no test checks a property with a seed of its own, or throws dice that
// always fall the same way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources } from './sources.mjs';

/** What a test may not hold, and what it uses in its place. */
const faults = [
  [/\bfc\.(assert|check)\(/, 'explore(property, options)'],
  [/\bconfigureGlobal\(/, 'explore(property, options)'],
  [/\bnew Dice\(\d/, 'new Dice(seedOfRun())'],
  [/\bMath\.random\(/, 'seedOfRun()'],
];

for (const file of sources('.test.ts')) {
  if (file.startsWith('scripts/')) continue;
  const text = readFileSync(join(root, file), 'utf8');
  for (const [fault, instead] of faults) {
    const found = fault.exec(text)?.[0];
    if (found === undefined) continue;
    process.stderr.write(
      `${file}: ${found} has values of its own; fixtures/shared/explore.fixture.ts has ${instead}\n`,
    );
    process.exitCode = 1;
  }
}
