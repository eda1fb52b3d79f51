// `npm run test:matrix`: the tests on each supported Node release, one after the other. The npm package `node` carries the
// binaries; they are kept under `node_modules/.cache`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const releases = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24'];
const wrong = releases.find((release) => !/^\d+(\.\d+){0,2}$/.test(release));
if (wrong !== undefined) {
  process.stderr.write(
    `${wrong} is no release of Node: npm run test:matrix [-- RELEASE...], such as 20 22.12 24.1.0\n`,
  );
  process.exit(2);
}
const results = [];
for (const release of releases) {
  const folder = join(root, 'node_modules', '.cache', `node-${release}`);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    // Its install script installs the binary of this platform; newer npm runs only allowed scripts.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const npm = spawnSync(
      'npm',
      ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${release}`],
      { stdio: ['ignore', 2, 2] },
    );
    if (npm.status !== 0 || !existsSync(binary)) {
      process.stderr.write(`Node ${release}: the package could not be installed\n`);
      results.push([release, 'not run']);
      continue;
    }
  }
  const path = `${join(folder, 'node_modules', 'node', 'bin')}:${process.env.PATH}`;
  const run = spawnSync(binary, [join(root, 'scripts', 'test.mjs')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  results.push([release, run.status === 0 ? 'passed' : 'failed']);
}
for (const [release, outcome] of results) process.stdout.write(`Node ${release}: ${outcome}\n`);
process.exitCode = results.every(([, outcome]) => outcome === 'passed') ? 0 : 1;
