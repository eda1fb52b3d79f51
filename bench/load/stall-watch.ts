// Reports how long the process that imports it stood still: each second, as a line of JSON on file descriptor 3, by
// how much the latest tick of a timer was late. In a process without any work (`idle.ts`) that is the time in which it had no
// processor; in a server it is the time for which requests waited until the event loop came round.

import { writeSync } from 'node:fs';
import { monotonic, type Stall } from '../harness/stalls.ts';

/** Milliseconds. */
const tick = 5;
const second = 1000;

let last = monotonic();
let lastWall = Date.now();
let told = last;
let latest: Stall = { until: last, late: 0, jumped: 0 };

setInterval(() => {
  const now = monotonic();
  const wall = Date.now();
  const late = now - last - tick;
  const jumped = Math.max(latest.jumped, wall - lastWall - (now - last));
  latest = late > latest.late ? { until: now, late, jumped } : { ...latest, jumped };
  last = now;
  lastWall = wall;
  if (now - told < second) return;
  writeSync(3, `${JSON.stringify(latest)}\n`);
  told = now;
  latest = { until: now, late: 0, jumped: 0 };
}, tick).unref();
