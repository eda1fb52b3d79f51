// A process that puts values to etcd with a fixed number of clients in flight and counts, after a while that warms it up.
// Its plan is its only argument, as JSON; its result is one line of JSON.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { Client, credentials } from '@grpc/grpc-js';
import { quantile, warmUpSeconds } from '../harness/rounds.ts';

export interface PutPlan {
  readonly endpoint: string;
  readonly clients: number;
  readonly seconds: number;
  /** Seconds of the same load before it counts. Default: `warmUpSeconds`. */
  readonly warmUp?: number;
  /** Size of a value. */
  readonly bytes: number;
}

export interface PutResult {
  readonly perSecond: number;
  readonly p99: number;
}

const plan = JSON.parse(process.argv[2] ?? '{}') as PutPlan;
const client = new Client(plan.endpoint, credentials.createInsecure());
const value = Buffer.alloc(plan.bytes, 'x');
const latencies: number[] = [];
let number = 0;

await load(plan.warmUp ?? warmUpSeconds);
latencies.length = 0;
const begin = performance.now();
await load(plan.seconds);
const perSecond = latencies.length / ((performance.now() - begin) / 1000);
process.stdout.write(`${JSON.stringify({ perSecond, p99: quantile(latencies, 0.99) } satisfies PutResult)}\n`);
client.close();

/** Keeps all clients busy for so many seconds, and waits for the last answer. */
async function load(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: plan.clients }, async () => {
      while (performance.now() < end) await put(number++);
    }),
  );
}

function put(index: number): Promise<void> {
  const started = performance.now();
  // PutRequest: key = 1, value = 2.
  const key = Buffer.from(`/bench/${process.pid}/${index}`);
  const message = Buffer.from(
    new BinaryWriter()
      .tag(1, WireType.LengthDelimited)
      .bytes(key)
      .tag(2, WireType.LengthDelimited)
      .bytes(value)
      .finish(),
  );
  return new Promise((resolve, reject) => {
    const identity = (bytes: Buffer): Buffer => bytes;
    client.waitForReady(Date.now() + 5000, (unready) => {
      if (unready !== undefined) return reject(unready);
      client.makeUnaryRequest('/etcdserverpb.KV/Put', identity, identity, message, (error) => {
        latencies.push(performance.now() - started);
        if (error === null) resolve();
        else reject(error);
      });
    });
  });
}
