// `npm run verify`: every check that needs no running program, each a small script of its own. All of them run; the exit
// code is 1 when one fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = (...path) => join(root, 'node_modules', ...path);
const checks = {
  format: [modules('.bin', 'biome'), 'format', '.'],
  lint: [modules('.bin', 'oxlint'), '--type-aware', '--quiet', '.'],
  types: [process.execPath, modules('ts7', 'bin', 'tsc'), '-p', '.', '--noEmit'],
  arrows: [process.execPath, 'scripts/verify/arrows.mjs'],
  ladder: [process.execPath, 'scripts/verify/ladder.mjs'],
  'vendor names': [process.execPath, 'scripts/verify/vendor-names.mjs'],
  contracts: [process.execPath, 'scripts/verify/contracts.mjs'],
  'generated files': [process.execPath, 'scripts/verify/generated.mjs'],
  seeds: [process.execPath, 'scripts/verify/seeds.mjs'],
  assertions: [process.execPath, 'scripts/verify/assertions.mjs'],
  changelog: [process.execPath, 'scripts/verify/changelog.mjs'],
  dependencies: [process.execPath, 'scripts/verify/dependencies.mjs'],
  'late files': [process.execPath, 'scripts/verify/late-files.mjs'],
};

try {
  await setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
for (const [name, [command, ...args]] of Object.entries(checks)) {
  const started = process.hrtime.bigint();
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const seconds = (Number(process.hrtime.bigint() - started) / 1e9).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (status !== 0) process.exitCode = 1;
}
