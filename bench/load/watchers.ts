// Many watchers in one process: opens watches over HTTP/2 (at most 100 on a connection) and counts the frames that arrive.
// Prints `ready` when every watch has its response head, then, for each line on standard input that names a number of
// frames, the milliseconds since the epoch at which the last watcher had received that many since the line before. With
// `frames` in the plan it prints instead how many milliseconds passed from the first request until every watcher had that
// many, connecting not counted, and ends.

import { once } from 'node:events';
import { connect } from 'node:http2';
import { createInterface } from 'node:readline';

export interface WatchPlan {
  readonly origin: string;
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly path: string;
  readonly watchers: number;
  readonly frames?: number;
}

const plan = JSON.parse(process.argv[2] ?? '{}') as WatchPlan;
const perConnection = 100;
const newline = 10;
const received = new Int32Array(plan.watchers);
let target = 0;
let behind = 0;
let reached: (() => void) | undefined;

const sessions = await Promise.all(
  Array.from({ length: Math.ceil(plan.watchers / perConnection) }, async () => {
    const session = connect(plan.origin, {
      ca: plan.ca,
      ...(plan.cert === undefined ? {} : { cert: plan.cert }),
      ...(plan.key === undefined ? {} : { key: plan.key }),
      settings: { initialWindowSize: 4 * 1024 * 1024 },
    });
    await once(session, 'remoteSettings');
    session.setLocalWindowSize(64 * 1024 * 1024);
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
  stream?.on('data', (chunk: Buffer) => count(index, chunk));
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
  process.stdout.write(`${performance.timeOrigin + performance.now()}\n`);
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
