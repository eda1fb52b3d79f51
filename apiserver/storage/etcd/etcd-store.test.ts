import { setTimeout as pause } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { etcdMissing, type EtcdProcess, startEtcdProcess } from '../../../fixtures/etcd-process.ts';
import { silentLog } from '../../../shared/process/log.ts';
import { systemClock } from '../../../shared/process/system-clock.ts';
import { type Change, type Revision, type Store, StoreUnavailableError, ValueTooLargeError } from '../store.ts';
import { storeContract } from '../store.contract.ts';
import { openEtcdStore } from './etcd-store.ts';

const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  tests(etcd);
} else {
  t.skip(`the etcd engine: ${missing}`, () => {});
}

function open(t: Test, etcd: EtcdProcess, prefix = '/registry'): Store {
  const store = openEtcdStore({ servers: [etcd.server], prefix, clock: systemClock, log: silentLog });
  t.teardown(() => store.close());
  return store;
}

async function put(store: Store, key: string, value: string, expected: Revision = 0): Promise<Revision> {
  const result = await store.commit({ key, value: Buffer.from(value), expected });
  if (result.outcome !== 'committed') throw new Error(`conflict on ${key}`);
  return result.revision;
}

/** Follows in the background. */
function follow(t: Test, store: Store, after: Revision) {
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

async function until(condition: () => boolean, milliseconds = 8000): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!condition() && Date.now() < end) await pause(2);
  return condition();
}

function tests(etcd: EtcdProcess): void {
  t.test('an empty store is at revision 1, and the first write at 2', async (t) => {
    const store = open(t, etcd);
    t.equal(await store.latest(), 1);
    t.equal(await put(store, '/registry/core/first', 'x'), 2);
  });

  storeContract(t, 'etcd', async (t) => ({
    store: open(t, etcd),
    passSeconds: (seconds) => pause(seconds * 1000),
  }));

  t.test('two clients see the writes of each other, in one order', async (t) => {
    const [left, right] = [open(t, etcd), open(t, etcd)];
    const start = await left.latest();
    const [atLeft, atRight] = [follow(t, left, start), follow(t, right, start)];
    const writing = [left, right].map(async (store, side) => {
      for (let count = 0; count < 50; count++) await put(store, `/registry/core/both/${side}-${count}`, 'x');
    });
    await Promise.all(writing);
    const last = await right.latest();
    t.ok(await until(() => atLeft.progress() >= last && atRight.progress() >= last));
    t.same(
      atLeft.changes.map((change) => [change.revision, change.key]),
      atRight.changes.map((change) => [change.revision, change.key]),
    );
    t.equal(atLeft.changes.length, 100);
    t.match(await right.commit({ key: '/registry/core/both/0-0', value: undefined, expected: 7 }), {
      outcome: 'conflict',
    });
    t.equal((await right.range({ prefix: '/registry/core/both/', limit: 30 })).remaining, 70);
  });

  t.test('writes under another prefix are not shown, but what they do to the revision is told', async (t) => {
    const [own, other] = [open(t, etcd, '/own'), open(t, etcd, '/own2/')];
    await put(own, '/registry/core/a', 'x');
    const follower = follow(t, own, await own.latest());
    for (let count = 0; count < 3; count++) await put(other, `/registry/core/${count}`, 'x');
    const latest = await own.latest();
    t.ok(await until(() => follower.progress() >= latest), 'progress reaches the revision of the others');
    t.notOk(follower.changes.some((change) => change.key.startsWith('/registry/core/')));
    t.same(
      (await own.range({ prefix: '' })).entries.filter(({ key }) => key.startsWith('/registry')).map(({ key }) => key),
      ['/registry/core/a'],
    );
    await t.rejects(own.get('registry'), TypeError, 'a key that could leave the prefix');
  });

  t.test('a value beyond the limit of etcd is refused as too large, and the store goes on', async (t) => {
    const store = open(t, etcd);
    for (const size of [1.6 * 2 ** 20, 3 * 2 ** 20]) {
      const large = { key: '/registry/core/large', value: Buffer.alloc(size, 'x'), expected: 0 };
      await t.rejects(store.commit(large), ValueTooLargeError);
    }
    const value = Buffer.alloc(1_500_000, 'x');
    const follower = follow(t, store, await store.latest());
    for (let count = 0; count < 3; count++) {
      await store.commit({ key: `/registry/core/large/${count}`, value, expected: 0 });
    }
    t.equal(follower.changes.length, 3);
    const start = follower.changes[0]?.revision ?? 0;
    const replayed = follow(t, store, start - 1);
    t.ok(await until(() => replayed.changes.length >= 3), 'a response that comes in pieces');
    t.ok(replayed.changes[2]?.value?.equals(value));
  });

  t.test('keys that share a lease end together and are told in one batch', async (t) => {
    const store = open(t, etcd);
    const start = await store.latest();
    const batches: (readonly Change[])[] = [];
    const stop = new AbortController();
    const ended = store.follow({ after: start, signal: stop.signal, onChanges: (batch) => batches.push(batch) });
    const write = (name: string) => ({ key: `/registry/core/brief/${name}`, value: Buffer.from('x'), expected: 0 });
    await Promise.all(['a', 'b', 'c'].map((name) => store.commit({ ...write(name), ttlSeconds: 1 })));
    t.ok(await until(() => batches.flat().filter((change) => change.value === undefined).length === 3));
    stop.abort();
    await ended;
  });

  t.test('a kill of etcd under 16 writers loses nothing that was acknowledged; the follower has no gap', async (t) => {
    const store = open(t, etcd);
    const start = await store.latest();
    const follower = follow(t, store, start);
    const acknowledged = new Map<string, Revision>();
    let writing = true;
    let unknown = 0;
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let count = 0; writing; count++) {
        const key = `/registry/core/crash/${writer}-${count}`;
        try {
          acknowledged.set(key, await put(store, key, `${writer}.${count}`));
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          if (!error.refused) unknown++;
        }
      }
    });
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.size;
      t.ok(await until(() => acknowledged.size > before + 100), `round ${round}: writes go on`);
      await etcd.kill();
      await etcd.restart();
    }
    const before = acknowledged.size;
    t.ok(await until(() => acknowledged.size > before + 100), 'writes go on after the last restart');
    writing = false;
    await Promise.all(writers);
    const latest = await store.latest();
    t.ok(await until(() => follower.progress() >= latest));
    const stored = (await store.range({ prefix: '/registry/core/crash/' })).entries;
    const revisions = new Map(stored.map((entry) => [entry.key, entry.revision]));
    const lost = [...acknowledged].filter(([key, revision]) => revisions.get(key) !== revision);
    t.same(lost, [], `${acknowledged.size} acknowledged, ${unknown} of unknown outcome`);
    t.ok(stored.length <= acknowledged.size + unknown, 'what is stored beyond that was of unknown outcome');
    t.same(
      follower.changes.map((change) => change.revision),
      Array.from({ length: latest - start }, (_, at) => start + 1 + at),
      'every revision once, in order',
    );
  });

  t.test('an etcd that is away refuses; one that came back empty has lost the log', async (t) => {
    const store = open(t, etcd);
    await put(store, '/registry/core/gone', 'x');
    const follower = follow(t, store, await store.latest());
    await etcd.kill();
    const refused = store.commit({ key: '/registry/core/away', value: Buffer.from('x'), expected: 0 });
    const reading = store.get('/registry/core/gone');
    await t.rejects(refused, {
      name: 'StoreUnavailableError',
      refused: true,
      message: /no etcd server can be reached at/,
    });
    await t.rejects(reading, StoreUnavailableError);
    etcd.wipe();
    await etcd.restart();
    await t.rejects(follower.ended, { message: /etcd went back from revision \d+ to 1/ });
    t.equal(await put(store, '/registry/core/anew', 'x'), 2);
  });
}
