// The load generator: a process of its own that keeps a fixed number of requests in flight over HTTP/2 and counts, after a
// while that warms it up.

import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:http2';
import { quantile, warmUpSeconds } from '../harness/rounds.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';

const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan;
const latencies: number[] = [];
let bytes = 0;
let failures = 0;
let number = 0;

const sessions = Array.from({ length: plan.connections }, () =>
  connect(plan.origin, {
    ca: plan.ca,
    ...(plan.cert === undefined ? {} : { cert: plan.cert }),
    ...(plan.key === undefined ? {} : { key: plan.key }),
    settings: { initialWindowSize: 4 * 1024 * 1024 },
  }),
);
for (const session of sessions) session.once('connect', () => session.setLocalWindowSize(16 * 1024 * 1024));

// One request on each connection first: connecting is not what is measured.
await Promise.all(sessions.map((session) => request(session)));
await load(plan.warmUp ?? warmUpSeconds);
latencies.length = 0;
bytes = 0;
const begin = performance.now();
await load(plan.seconds);
const seconds = (performance.now() - begin) / 1000;
const result: LoadResult = {
  perSecond: latencies.length / seconds,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  bytes,
  failures,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
for (const session of sessions) session.destroy();

/** Keeps all streams busy for so many seconds, and waits for the last answer. */
async function load(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const client = async (session: ClientHttp2Session): Promise<void> => {
    while (performance.now() < end) await request(session);
  };
  await Promise.all(sessions.flatMap((session) => Array.from({ length: plan.streams }, () => client(session))));
}

function request(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    const headers = { ':method': plan.method, ':path': plan.path, accept: 'application/json' };
    number += 1;
    const body = plan.body?.replaceAll('%N', `${plan.seed}-${number}`);
    const stream = session.request(body === undefined ? headers : { ...headers, 'content-type': 'application/json' }, {
      endStream: body === undefined,
    });
    stream.on('response', (answer) => {
      if ((answer[':status'] ?? 0) >= 300) failures += 1;
    });
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on('error', () => {
      failures += 1;
    });
    stream.on('close', () => {
      latencies.push(performance.now() - started);
      resolve();
    });
    if (body !== undefined) stream.end(body);
  });
}
