// Measures how long the disk delays writers: a process that writes one block to a file of its own, time and again, and has
// no other work. Each second a line of JSON on standard output: the longest flush, as a stall. Its argument is the file.

import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic, type Stall } from '../harness/stalls.ts';

/** Milliseconds between two flushes: a few beside the hundreds of a server. */
const pause = 200;
const second = 1000;
const block = Buffer.alloc(4096);

const file = await open(process.argv[2] ?? '', 'w');
let latest: Stall = { until: monotonic(), late: 0, jumped: 0 };
for (let told = monotonic(); ; await sleep(pause)) {
  const begun = monotonic();
  await file.write(block, 0, block.length, 0);
  await file.datasync();
  const until = monotonic();
  if (until - begun > latest.late) latest = { until, late: until - begun, jumped: 0 };
  if (until - told < second) continue;
  process.stdout.write(`${JSON.stringify(latest)}\n`);
  told = until;
  latest = { until, late: 0, jumped: 0 };
}
