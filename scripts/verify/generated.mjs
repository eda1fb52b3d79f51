// Generated files are committed, and equal to what their generator makes now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** Generators (run with `--check`: exit code 1 when the file is out of step). */
const generators = [
  'dist/conformance/cases/generate-index.js',
  'scripts/build/kind-index.mjs',
  'scripts/docs/library-reference.mjs',
  'scripts/docs/known-differences.mjs',
];

for (const generator of generators) {
  if (!existsSync(join(root, generator))) {
    process.stderr.write(`${generator} is missing: run npm run build\n`);
    process.exitCode = 1;
    continue;
  }
  const { status } = spawnSync(process.execPath, [generator, '--check'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exitCode = 1;
}
