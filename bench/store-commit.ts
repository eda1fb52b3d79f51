// Durable commits of the embedded store with several clients, beside the bare flushes of the same disk. Rounds are
// interleaved and medians told, so that a slow moment of the disk hits all alike.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { openEmbeddedStore } from '../apiserver/storage/embedded-store.ts';
import { WatchCache } from '../apiserver/storage/watch-cache.ts';
import type { Store } from '../apiserver/storage/store.ts';
import { encodeStored } from '../apiserver/storage/stored-object.ts';
import { silentLog } from '../shared/process/log.ts';
import { systemClock } from '../shared/process/system-clock.ts';
import { measureFlushes } from './fsync-loop.ts';

export interface CommitFigures {
  readonly clients: number;
  /** Durable commits per second, median of the rounds. */
  readonly commitsPerSecond: number;
  /** Milliseconds, medians of the rounds. */
  readonly p50: number;
  readonly p99: number;
}

export interface StoreFigures {
  /** Bare flushes of 1 KiB per second on the same disk. */
  readonly flushesPerSecond: number;
  readonly commits: readonly CommitFigures[];
  readonly getsPerSecond: number;
  /** Milliseconds to open a store with 10 000 objects of about 1 KiB. */
  readonly openMilliseconds: number;
  /** Milliseconds from the open store to a watch cache that holds them. */
  readonly cacheMilliseconds: number;
  /** Bytes of memory that store and cache hold for them (after garbage collection when the process exposes it). */
  readonly bytesPer10kObjects: number;
}

export interface StoreBenchOptions {
  /** A folder on the disk to measure; a temporary one is made in it and removed. */
  readonly folder: string;
  readonly rounds?: number;
  readonly roundMilliseconds?: number;
}

const clientCounts = [1, 16, 64] as const;
const objectCount = 10_000;

export async function measureStore(options: StoreBenchOptions): Promise<StoreFigures> {
  const { rounds = 5, roundMilliseconds = 1000 } = options;
  const folder = await mkdtemp(join(options.folder, 'store-bench-'));
  try {
    const flushes: number[] = [];
    const commits = new Map<number, Omit<CommitFigures, 'clients'>[]>(clientCounts.map((clients) => [clients, []]));
    const store = await openEmbeddedStore({ folder: join(folder, 'commits'), clock: systemClock, log: silentLog });
    for (let round = 0; round < rounds; round++) {
      flushes.push(await measureFlushes(folder, roundMilliseconds));
      for (const clients of clientCounts) {
        commits.get(clients)?.push(await measureCommits(store, clients, roundMilliseconds, `${round}-${clients}`));
      }
    }
    const getsPerSecond = await measureGets(store, roundMilliseconds);
    await store.close();
    return {
      flushesPerSecond: median(flushes),
      commits: Array.from(commits, ([clients, figures]) => ({
        clients,
        commitsPerSecond: median(figures.map((figure) => figure.commitsPerSecond)),
        p50: median(figures.map((figure) => figure.p50)),
        p99: median(figures.map((figure) => figure.p99)),
      })),
      getsPerSecond,
      ...(await measureOpening(join(folder, 'opening'))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each client creates an object and updates it for ever, one write at a time. */
async function measureCommits(store: Store, clients: number, milliseconds: number, round: string) {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const key = objectKeyOf(`${round}-${client}`);
      const value = encodeStored(sampleObject(`${round}-${client}`));
      let expected = 0;
      while (performance.now() < end) {
        const began = performance.now();
        const result = await store.commit({ key, value, expected });
        if (result.outcome !== 'committed') throw new Error(`${key} was written by somebody else`);
        expected = result.revision;
        latencies.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((left, right) => left - right);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { commitsPerSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function measureGets(store: Store, milliseconds: number): Promise<number> {
  const { entries } = await store.range({ prefix: '/registry/' });
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < milliseconds; count++) {
    await store.get(entries[count % entries.length]?.key ?? '');
  }
  return count / ((performance.now() - start) / 1000);
}

async function measureOpening(folder: string) {
  const filled = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
  await Promise.all(
    Array.from({ length: objectCount }, (_, at) =>
      filled.commit({ key: objectKeyOf(`o${at}`), value: encodeStored(sampleObject(`o${at}`)), expected: 0 }),
    ),
  );
  await filled.compact(await filled.latest());
  await filled.close();
  const before = heldBytes();
  const start = performance.now();
  const store = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
  const opened = performance.now();
  const cache = new WatchCache({ store, clock: systemClock, log: silentLog });
  const project = () => ({ labels: new Map(), fields: new Map() });
  const resource = cache.cacheFor({ prefix: '/registry/core/configmaps/', namespaced: true, project });
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await resource.ready();
  const loaded = performance.now();
  const bytesPer10kObjects = heldBytes() - before;
  stop.abort();
  await running;
  await store.close();
  return { openMilliseconds: opened - start, cacheMilliseconds: loaded - opened, bytesPer10kObjects };
}

function heldBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function objectKeyOf(name: string): string {
  return `/registry/core/configmaps/default/${name}`;
}

/** About 1 KiB of JSON. */
function sampleObject(name: string) {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'default',
      uid: '00000000-0000-4000-8000-000000000000',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: name, tier: 'bench' },
    },
    data: { text: 'x'.repeat(700) },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
