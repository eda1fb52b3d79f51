// What tests of the etcd engine share: a store on a running etcd, and a follower in the background.

import { setTimeout as pause } from 'node:timers/promises';

import type { Test } from 'tap';

import { silentLog } from '../../../shared/process/log.ts';
import { systemClock } from '../../../shared/process/system-clock.ts';
import type { Change, Revision, Store } from '../store.ts';
import type { EtcdTls } from './connection.ts';
import { openEtcdStore } from './etcd-store.ts';

export interface StoreOnEtcd {
  readonly servers: readonly string[];
  readonly prefix?: string;
  readonly tls?: EtcdTls;
}

/** A store that ends with the test. */
export function open(t: Test, { prefix = '/registry', ...rest }: StoreOnEtcd): Store {
  const store = openEtcdStore({ prefix, ...rest, clock: systemClock, log: silentLog });
  t.teardown(() => store.close());
  return store;
}

/** A write that must succeed. */
export async function put(store: Store, key: string, value: string, expected: Revision = 0): Promise<Revision> {
  const result = await store.commit({ key, value: Buffer.from(value), expected });
  if (result.outcome !== 'committed') throw new Error(`conflict on ${key}`);
  return result.revision;
}

/** Follows in the background. */
export function follow(t: Test, store: Store, after: Revision) {
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const changes: Change[] = [];
  const told: Revision[] = [after];
  const ended = store.follow({
    after,
    signal: stop.signal,
    onChanges: (batch) => changes.push(...batch),
    onProgress: (revision) => told.push(revision),
  });
  ended.catch(() => {});
  return { changes, told, ended, stop: () => stop.abort(), progress: () => Math.max(...told) };
}

export async function until(condition: () => boolean, milliseconds = 60_000): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!condition() && Date.now() < end) await pause(2);
  return condition();
}
