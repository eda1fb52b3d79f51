// Many watchers in one process: opens watches over HTTP/2 (at most 100 on a connection) and counts the frames that arrive.
// Prints `ready` when every watch has its response head, then, for each line on standard input that names a number of
// frames, when the last watcher had received that many since the line before. With `frames` in the plan it prints instead
// how many milliseconds passed from the first request until every watcher had that many, connecting not counted, and ends.

import { once } from 'node:events';
import { connect } from 'node:http2';
import { createInterface } from 'node:readline';
import { quantile } from '../harness/rounds.ts';
import { type Delivered, sentDigits, sentMark, type WatchPlan } from './watch-plan.ts';

const plan = JSON.parse(process.argv[2] ?? '{}') as WatchPlan;
const perConnection = 100;
const newline = 10;
const received = new Int32Array(plan.watchers);
/** Milliseconds that timed watchers waited for their events since the line before. */
let latencies: number[] = [];
let target = 0;
let behind = 0;
let reached: (() => void) | undefined;

const sessions = await Promise.all(
  Array.from({ length: Math.ceil(plan.watchers / perConnection) }, async () => {
    const session = connect(plan.origin, {
      ca: plan.ca,
      ...(plan.cert === undefined ? {} : { cert: plan.cert }),
      ...(plan.key === undefined ? {} : { key: plan.key }),
      ...(plan.stalled === true ? {} : { settings: { initialWindowSize: 4 * 1024 * 1024 } }),
    });
    await once(session, 'remoteSettings');
    if (plan.stalled !== true) session.setLocalWindowSize(64 * 1024 * 1024);
    return session;
  }),
);
const begin = performance.now();
target = plan.frames ?? 0;
behind = plan.watchers;
const all = new Promise<void>((resolve) => (reached = resolve));
const heads = Array.from({ length: plan.watchers }, async (_, index) => {
  const session = sessions[Math.floor(index / perConnection)];
  const stream = session?.request({ ':path': plan.path, accept: 'application/json' });
  const timed = plan.timed !== undefined && index % plan.timed === 0;
  if (plan.stalled !== true) {
    stream?.on('data', (chunk: Buffer) => {
      if (timed) time(chunk);
      count(index, chunk);
    });
  }
  if (stream !== undefined) await once(stream, 'response');
});
await Promise.all(heads);
if (plan.frames !== undefined) {
  await all;
  process.stdout.write(`${performance.now() - begin}\n`);
  process.exit(0);
}
process.stdout.write('ready\n');

for await (const line of createInterface({ input: process.stdin })) {
  target = Number(line);
  behind = received.filter((frames) => frames < target).length;
  if (behind > 0) await new Promise<void>((resolve) => (reached = resolve));
  received.fill(0);
  const at = performance.timeOrigin + performance.now();
  const times = latencies.length === 0 ? {} : { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  latencies = [];
  const delivered: Delivered = { at, ...times };
  process.stdout.write(`${JSON.stringify(delivered)}\n`);
}
process.exit(0);

function count(index: number, chunk: Buffer): void {
  let frames = received[index] ?? 0;
  const before = frames;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) frames += 1;
  received[index] = frames;
  if (target > 0 && before < target && frames >= target) {
    behind -= 1;
    if (behind === 0) reached?.();
  }
}

/** A time that is torn between two chunks is left out. */
function time(chunk: Buffer): void {
  const now = performance.timeOrigin + performance.now();
  for (let at = chunk.indexOf(sentMark); at !== -1; at = chunk.indexOf(sentMark, at + 1)) {
    const text = chunk.toString('latin1', at + sentMark.length, at + sentMark.length + sentDigits);
    if (text.length === sentDigits) latencies.push(now - Number(text));
  }
}
