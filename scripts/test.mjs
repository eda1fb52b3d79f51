// `npm test`: sets the clone up, installs the Debian packages that the tests of real parts use where root and apt are
// there, and runs every test with tap. Arguments are test files or patterns of `dist/`; without any, all run.
// Closes with the line `N passed, N failed, N skipped`, counted over single assertions.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from './debian-packages.mjs';
import { setUp } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function testFiles(patterns) {
  const all = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.name.endsWith('.test.js')) all.push(path.slice(root.length));
    }
  };
  visit(join(root, 'dist'));
  all.sort((left, right) => (left < right ? -1 : 1));
  return patterns.length === 0 ? all : all.filter((file) => patterns.some((pattern) => file.includes(pattern)));
}

/** Runs tap over the files, passing its report on; answers the counts of its closing lines. */
function runTap(files) {
  return new Promise((resolve, reject) => {
    const tap = join(root, 'node_modules', '.bin', 'tap');
    const child = spawn(tap, ['run', '--reporter=tap', ...files], { cwd: root, stdio: ['ignore', 'pipe', 2] });
    const counts = { passed: 0, failed: 0, skipped: 0 };
    let rest = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) report(line, counts);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...counts, code: code ?? 1 }));
  });
}

function report(line, counts) {
  const total = /^# \{ total: \d+(.*)\}$/.exec(line);
  if (total !== null) {
    const count = (name) => Number(new RegExp(`${name}: (\\d+)`).exec(total[1] ?? '')?.[1] ?? 0);
    Object.assign(counts, { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') });
  }
  // A file each, what failed, and what was skipped and why: the rest is noise in a terminal.
  if (/^(not )?ok /.test(line) || /^\s*not ok /.test(line) || / # SKIP/i.test(line) || process.env.TAP_FULL === '1')
    process.stdout.write(`${line}\n`);
  else if (failing) process.stdout.write(`${line}\n`);
  if (/^\s*not ok /.test(line)) failing = true;
  else if (/^\s*\.\.\.$/.test(line) || /^\s*ok /.test(line)) failing = false;
}
let failing = false;

try {
  await setUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
installDebianPackages();
const files = testFiles(process.argv.slice(2));
if (files.length === 0) {
  process.stderr.write('no test file matches\n');
  process.exit(1);
}
const result = await runTap(files);
process.stdout.write(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped\n`);
process.exitCode = result.code !== 0 || result.failed > 0 || result.passed === 0 ? 1 : 0;
