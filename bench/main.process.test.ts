// Own process: starts the benchmarks as a program.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const program = fileURLToPath(new URL('main.js', import.meta.url));

t.test('the churn benchmark ends although its compactions pause, and writes its figures', async (t) => {
  // In memory where the host has it: how quick the disk is makes no difference here.
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'orchkit-bench-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const output = join(folder, 'bench.json');
  // As many updates as make a compaction remove more than one piece of history.
  const args = [program, 'churn', '--updates', '30000', '--output', output];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, BENCH_DISK: folder } });
  const { rows } = JSON.parse(await readFile(output, 'utf8')) as {
    rows: { measure: string; aim?: { met: boolean } }[];
  };
  t.match(rows[0], { measure: 'churn, 30,000 updates, file', aim: { met: true } });
});

t.test('an unknown case or flag and an invalid number are reported in one line, with exit code 2', async (t) => {
  for (const [args, words] of [
    [['nothing'], '^bench: CASE: "nothing" is not one of cold-start, .*\\n$'],
    [['--bad', 'reads'], "^bench: unknown flag '--bad'\\n$"],
    [['--rounds', 'many', 'reads'], '^bench: --rounds: "many" is not a number above 0\\n$'],
    [['--seconds=0', 'reads'], '^bench: --seconds: "0" is not a number above 0\\n$'],
  ] as const) {
    await t.rejects(promisify(execFile)(process.execPath, [program, ...args]), { code: 2, stderr: new RegExp(words) });
  }
});
