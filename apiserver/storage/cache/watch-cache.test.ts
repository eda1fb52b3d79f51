import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { forgetful } from '../../../fixtures/apiserver/forgetful-store.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { type Log, silentLog } from '../../../shared/process/log/log.ts';
import { listerOf, wholeListerOf } from './cache-lister.ts';
import type { ObjectShape } from './tree/cached-object.ts';
import type { CachedResource } from './cached-resource.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import type { HistoryLimits } from './event-history.ts';
import { collectionPrefix, objectKey } from '../format/keys.ts';
import { CacheClosedError, type CachedObject, type CacheEvent, type Snapshot } from '../contract/resource-cache.ts';
import { StoreUnavailableError } from '../contract/store.ts';
import { encodeStored } from '../format/stored-object.ts';
import { WatchCache } from './watch-cache.ts';

let projections = 0;

function shapeOf(resource: string, namespaced: boolean): ObjectShape {
  return {
    prefix: collectionPrefix({ group: '', resource }),
    namespaced,
    project(object) {
      projections++;
      const { name = '', namespace = '', labels = {} } = object.metadata;
      return {
        labels: new Map(Object.entries(labels)),
        fields: new Map([
          ['metadata.name', name],
          ['metadata.namespace', namespace],
        ]),
      };
    },
  };
}

const podShape = shapeOf('pods', true);
const nodeShape = shapeOf('nodes', false);

interface FixtureOptions {
  readonly folder?: string;
  readonly history?: HistoryLimits;
  readonly log?: Log;
  /** Told the revision after which the store is followed. */
  readonly onFollow?: (after: number) => void;
}

/** A store, its cache and the ways to write objects. */
class Fixture {
  readonly clock = new FakeClock();
  readonly folder: string | undefined;
  store!: EmbeddedStore;
  cache!: WatchCache;
  pods!: CachedResource;
  nodes!: CachedResource;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(folder?: string) {
    this.folder = folder;
  }

  static async started(t: Test, options: FixtureOptions = {}): Promise<Fixture> {
    const fixture = new Fixture(options.folder);
    await fixture.start(options);
    t.teardown(() => fixture.stop());
    return fixture;
  }

  async start({ history, log = silentLog, onFollow = () => {} }: FixtureOptions = {}): Promise<void> {
    const { clock } = this;
    this.store = await openEmbeddedStore({ folder: this.folder, clock, log: silentLog });
    const { store } = this;
    const follow = store.follow.bind(store);
    store.follow = (options) => {
      onFollow(options.after);
      return follow(options);
    };
    this.cache = new WatchCache({ store: this.store, clock, log, ...(history ? { history } : {}) });
    this.pods = this.cache.cacheFor(podShape);
    this.nodes = this.cache.cacheFor(nodeShape);
    this.#stop = new AbortController();
    this.#running = this.cache.run(this.#stop.signal);
    await this.pods.ready();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.store.close();
  }

  /** Resolves when subscribers were told. */
  async write(shape: ObjectShape, namespace: string, name: string, spec?: unknown): Promise<number> {
    const revision = await this.commit(shape, namespace, name, spec);
    await turn();
    return revision;
  }

  async commit(shape: ObjectShape, namespace: string, name: string, spec?: unknown): Promise<number> {
    const key = objectKey(shape.prefix, namespace, name);
    const expected = (await this.store.get(key))?.revision ?? 0;
    const metadata = namespace === '' ? { name } : { name, namespace, labels: { app: String(spec) } };
    const object: ApiObject = { kind: 'Thing', apiVersion: 'v1', metadata, spec };
    const value = spec === undefined ? undefined : encodeStored(object);
    const result = await this.store.commit({ key, value, expected });
    if (result.outcome !== 'committed') throw new Error('conflict');
    return result.revision;
  }

  pod(namespace: string, name: string, spec?: unknown): Promise<number> {
    return this.write(podShape, namespace, name, spec);
  }
}

function show(event: CacheEvent): string {
  const from = event.previous === undefined ? 'new' : event.previous.labels.get('app');
  const to = event.object === undefined ? 'removed' : event.object.labels.get('app');
  const { namespace, name } = event.object ?? event.previous ?? { namespace: '', name: '' };
  return `${namespace}/${name} ${from}>${to}`;
}

function names(snapshot: Snapshot | 'expired' | 'future', prefix = podShape.prefix): string[] | string {
  if (typeof snapshot === 'string') return snapshot;
  return Array.from(snapshot.scan(prefix), (object) => `${object.name}=${object.labels.get('app')}`);
}

function subscribe(cache: CachedResource, after: number, scope?: { namespace?: string; name?: string }) {
  const seen: string[] = [];
  const batches: (readonly CacheEvent[])[] = [];
  const lost: string[] = [];
  const subscription = cache.subscribe({
    after,
    onEvents: (events) => {
      batches.push(events);
      seen.push(...events.map(show));
    },
    onLost: (reason) => lost.push(reason),
    ...(scope === undefined ? {} : { scope }),
  });
  return { seen, batches, lost, subscription };
}

t.test('a commit is in the cache when it resolves, spliced and ready to send (RV-010)', async (t) => {
  const f = await Fixture.started(t);
  const revision = await f.commit(podShape, 'a', 'web', 'one');
  const object = f.pods.current().get('/registry/core/pods/a/web');
  t.equal(object?.revision, revision);
  t.match(object?.bytes.toString(), `"resourceVersion":"${revision}"`);
  t.match(`{${object?.bytes.toString('utf8', object.afterType)}`, /^\{"metadata":\{/);
  t.match(object, { namespace: 'a', name: 'web' });
  t.equal(f.pods.revision(), revision);
  t.equal(f.nodes.current().size, 0);
  t.equal(f.nodes.revision(), revision, 'the whole store counts, not only this resource');
  await f.commit(nodeShape, '', 'n1', {});
  t.match(f.nodes.current().get('/registry/core/nodes/n1'), { namespace: '', name: 'n1' });
});

t.test('a commit resolves before subscribers are notified, and every read in between sees it (RV-010)', async (t) => {
  const f = await Fixture.started(t);
  const key = objectKey(podShape.prefix, 'a', 'web');
  const { seen } = subscribe(f.pods, f.pods.revision());
  const looks: Record<string, (revision: number) => unknown> = {
    revision: () => f.pods.revision(),
    current: () => f.pods.current().get(key)?.revision,
    peek: (revision) => (f.pods.getIfFresh(key, revision) as CachedObject).revision,
    at: (revision) => (f.pods.at(revision) as Snapshot).get(key)?.revision,
    'a lister': () => Number(listerOf(() => f.pods).get('a', 'web')?.metadata.resourceVersion),
    subscribe: (revision) => subscribe(f.pods, revision - 1).batches[0]?.[0]?.revision,
    reached: async (revision) => (await f.pods.waitUntilFresh(revision, 0)) && revision,
    consistent: async () => {
      t.equal(f.pods.consistent(), undefined, 'nothing to wait for');
      return f.pods.revision();
    },
  };
  for (const [name, look] of Object.entries(looks)) {
    const before = seen.length;
    const revision = await f.commit(podShape, 'a', 'web', name);
    t.equal(seen.length, before, `${name}: not told yet`);
    t.equal(await look(revision), revision, name);
    await turn();
    t.equal(seen.length, before + 1, `${name}: told once`);
  }
  await f.commit(podShape, 'a', 'web');
  await turn();
  t.equal(seen.length, Object.keys(looks).length + 1, 'without anybody who asks');
});

t.test('an unreadable object is logged, its resource has a fault until it is gone, and watches restart', async (t) => {
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (message: string, fields?: object) => void errors.push([message, fields]) };
  const f = await Fixture.started(t, { log });
  const before = await f.pod('a', 'web', 'one');
  const watching = subscribe(f.pods, before);
  const key = objectKey(podShape.prefix, 'a', 'junk');
  const whole = wholeListerOf(() => f.pods);
  const committed = await f.store.commit({ key, value: Buffer.from('{'), expected: 0 });
  t.match(f.pods.fault(), { error: { key, kind: 'undecodable' }, age: 0 });
  t.match(errors, [['a stored object cannot be read', { key, reason: 'a stored value has an unknown form' }]]);
  t.strictSame(watching.lost, ['an object cannot be read']);
  t.equal(f.pods.getIfFresh(objectKey(podShape.prefix, 'a', 'web'), before), 'behind', 'the store is asked');
  t.equal(f.pods.subscribe({ after: before, onEvents: () => {}, onLost: () => {} }), 'expired');
  await f.pod('a', 'other', 'one');
  t.strictSame(names(f.pods.current()), ['other=one', 'web=one'], 'what can be read is taken in');
  t.equal(listerOf(() => f.pods).list('a').length, 2);
  for (const read of [() => whole.list('a'), () => whole.list(), () => whole.get('a', 'web')])
    t.throws(read, { name: 'UnreadableValueError', key });
  await f.store.commit({
    key,
    value: undefined,
    expected: committed.outcome === 'committed' ? committed.revision : 0,
  });
  t.equal(f.pods.fault(), undefined);
  t.equal(whole.list('a').length, 2);
  t.strictSame(names(f.pods.current()), ['other=one', 'web=one']);
  t.equal(f.pods.subscribe({ after: before, onEvents: () => {}, onLost: () => {} }), 'expired');
  t.equal(f.pods.oldest(), f.pods.revision());
});

t.test(
  'subscribers get the missed events at once and the coming ones as shared arrays, in order (WATCH-012, WATCH-013)',
  async (t) => {
    const f = await Fixture.started(t);
    await f.pod('a', 'web', 'one');
    const two = await f.pod('a', 'web', 'two');
    await f.pod('a', 'web', 'three');
    const first = subscribe(f.pods, two);
    t.strictSame(first.seen, ['a/web two>three'], 'before subscribe returned');
    const second = subscribe(f.pods, f.pods.revision());
    const removed = await f.pod('a', 'web');
    t.strictSame(first.seen, ['a/web two>three', 'a/web three>removed']);
    t.equal(first.batches.at(-1), second.batches.at(-1), 'one array for all');
    const event = first.batches.at(-1)?.[0];
    t.match(event?.removed?.bytes.toString(), new RegExp(`"resourceVersion":"${removed}".*"spec":"three"`));
    t.equal(event?.removed?.revision, removed);
    if (second.subscription !== 'expired') second.subscription.close();
    await f.pod('b', 'x', 'one');
    t.equal(second.seen.length, 1, 'nothing follows close');
    t.equal(first.seen.length, 3);
    t.equal(f.pods.subscribers, 1);
  },
);

t.test('a scope narrows a subscription to a namespace, a name or both', async (t) => {
  const f = await Fixture.started(t);
  await f.pod('a', 'web', '0');
  const scopes = [{ namespace: 'a' }, { name: 'web' }, { namespace: 'b', name: 'web' }, {}];
  const subscribers = scopes.map((scope) => subscribe(f.pods, 1, scope));
  const node = subscribe(f.nodes, 1, { name: 'n1' });
  for (const [namespace, name] of [
    ['a', 'db'],
    ['b', 'web'],
    ['b', 'db'],
  ] as const)
    await f.pod(namespace, name, '1');
  await f.write(nodeShape, '', 'n1', {});
  await f.write(nodeShape, '', 'n2', {});
  t.strictSame(
    subscribers.map(({ seen }) => seen.map((text) => text.split(' ')[0])),
    [['a/web', 'a/db'], ['a/web', 'b/web'], ['b/web'], ['a/web', 'a/db', 'b/web', 'b/db']],
  );
  t.equal(node.seen.length, 1);
  for (const { subscription } of [...subscribers, node]) if (subscription !== 'expired') subscription.close();
  t.equal(f.pods.subscribers + f.nodes.subscribers, 0);
});

t.test(
  'a subscriber that throws loses its own events only, and one that subscribes meanwhile sees nothing twice',
  async (t) => {
    const f = await Fixture.started(t);
    const lost: string[] = [];
    f.pods.subscribe({
      after: 1,
      onEvents: () => {
        throw new Error('broken subscriber');
      },
      onLost: (reason) => lost.push(reason),
    });
    const nested: ReturnType<typeof subscribe>[] = [];
    f.pods.subscribe({ after: 1, onEvents: () => nested.push(subscribe(f.pods, 1)), onLost: () => {} });
    const good = subscribe(f.pods, 1);
    await f.pod('a', 'web', '1');
    t.strictSame(good.seen, ['a/web new>1']);
    t.strictSame(nested[0]?.seen, ['a/web new>1']);
    t.strictSame(lost, ['the subscriber failed']);
  },
);

t.test('views of every revision of the history are exact, and held snapshots do not move (RV-015)', async (t) => {
  const f = await Fixture.started(t);
  const expected = new Map<number, string[]>();
  const held: Snapshot[] = [];
  const state = new Map<string, string>();
  for (let count = 0; count < 60; count++) {
    const name = `p${(count * 7) % 11}`;
    const remove = count % 4 === 3 && state.has(name);
    const revision = remove ? await f.pod('a', name) : await f.pod('a', name, count);
    if (remove) state.delete(name);
    else state.set(name, String(count));
    expected.set(revision, [...state].map(([key, value]) => `${key}=${value}`).sort());
    held.push(f.pods.current());
  }
  for (const [at, [revision, wanted]] of [...expected].entries()) {
    const show = names(f.pods.at(revision));
    t.strictSame(Array.isArray(show) ? show.sort() : show, wanted);
    t.equal(held[at]?.revision, revision);
    t.strictSame((names(held[at] as Snapshot) as string[]).sort(), wanted);
  }
  t.equal(f.pods.at(f.pods.revision() + 1), 'future');
  const other = await f.write(nodeShape, '', 'n', {});
  const same = f.pods.at(other);
  t.match(same, { revision: other, size: state.size }, 'a revision at which another resource changed');
});

t.test('a subscriber after a revision that is not there yet gets nothing up to it', async (t) => {
  const f = await Fixture.started(t);
  await f.pod('a', 'p', 'first');
  const got: string[] = [];
  const after = f.pods.revision() + 2;
  const subscription = f.pods.subscribe({
    after,
    onEvents: (events) => got.push(...events.map(show)),
    onLost: () => {},
  });
  t.not(subscription, 'expired');
  for (const spec of ['second', 'third', 'fourth']) await f.pod('a', 'p', spec);
  t.strictSame(got, ['a/p third>fourth']);
});

t.test('views stay exact over many thousand events', async (t) => {
  const f = await Fixture.started(t);
  const start = f.pods.revision();
  // Pod p<n> of write n, 50 names in turn: at revision start + n the newest value of a name is known.
  for (let written = 0; written < 10_000; written += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => f.pod('a', `p${at}`, written + at)));
  }
  for (const steps of [50, 1234, 4095, 4096, 4097, 5000, 8191, 9999]) {
    const view = f.pods.at(start + steps);
    if (typeof view === 'string') throw new Error(view);
    const newest = Array.from(view.scan(podShape.prefix), (object) => object.revision - start).sort((a, b) => a - b);
    t.strictSame(
      newest,
      Array.from({ length: 50 }, (_, at) => steps - 49 + at),
    );
  }
});

t.test('counts and scans start anywhere under a prefix', async (t) => {
  const f = await Fixture.started(t);
  for (const [namespace, name] of [
    ['a', '1'],
    ['a', '2'],
    ['a', '3'],
    ['ab', '1'],
    ['b', '1'],
  ] as const) {
    await f.pod(namespace, name, 'x');
  }
  const now = f.pods.current();
  t.equal(now.count(podShape.prefix), 5);
  t.equal(now.count(`${podShape.prefix}a/`), 3);
  t.equal(now.count(`${podShape.prefix}a/`, `${podShape.prefix}a/1\0`), 2);
  t.equal(now.count(`${podShape.prefix}c/`), 0);
  const keys = Array.from(now.scan(`${podShape.prefix}a/`, `${podShape.prefix}a/2`), (object) => object.name);
  t.strictSame(keys, ['2', '3']);
});

t.test('a watch resumes across a restart; the history is rebuilt from the log (WATCH-019, WATCH-020)', async (t) => {
  const f = await Fixture.started(t, { folder: t.testdir({}) });
  await f.pod('a', 'web', '1');
  const seen = await f.pod('a', 'web', '2');
  const missed = await f.pod('a', 'web', '3');
  await f.pod('a', 'db', '1');
  await f.pod('a', 'web');
  const before = subscribe(f.pods, 1);
  await f.stop();
  t.strictSame(before.lost, ['the server is stopping']);
  await f.start();
  const resumed = subscribe(f.pods, seen);
  t.strictSame(resumed.seen, ['a/web 2>3', 'a/db new>1', 'a/web 3>removed']);
  t.strictSame(names(f.pods.at(missed)), ['web=3']);
  t.strictSame(names(f.pods.current()), ['db=1']);
});

t.test('a restart replays no more changes than the history may hold', async (t) => {
  const f = await Fixture.started(t, { folder: t.testdir({}) });
  for (let count = 0; count < 40; count++) await f.pod('a', 'web', String(count));
  const last = await f.store.latest();
  await f.stop();
  const applied: number[] = [];
  await f.start({
    history: { milliseconds: 300_000, events: 5, bytes: 1e6 },
    onFollow: (after) => void applied.push(after),
  });
  t.strictSame(applied, [last - 5]);
  t.strictSame(names(f.pods.current()), ['web=39']);
  t.equal(subscribe(f.pods, last - 5).seen.length, 5);
  t.equal(subscribe(f.pods, last - 6).subscription, 'expired');
});

t.test('history is bounded by age and by count; what is older is expired (WATCH-015)', async (t) => {
  const f = await Fixture.started(t, { history: { milliseconds: 75_000, events: 5, bytes: 1e6 } });
  const first = await f.pod('a', 'p0', '0');
  for (let count = 1; count < 8; count++) await f.pod('a', `p${count}`, '0');
  t.equal(subscribe(f.pods, first).subscription, 'expired');
  t.equal(f.pods.at(first), 'expired');
  t.equal(f.pods.oldest(), first + 2);
  t.equal(subscribe(f.pods, first + 2).seen.length, 5);
  await f.clock.advance(76_000);
  const last = f.pods.revision();
  t.equal(f.pods.oldest(), last);
  t.equal(subscribe(f.pods, last - 1).subscription, 'expired');
  t.equal(subscribe(f.pods, last).seen.length, 0, 'a resource that rests stays resumable');
});

t.test('after a compaction the cache is reloaded, and every watch is notified', async (t) => {
  const f = new Fixture();
  f.store = await openEmbeddedStore({ folder: undefined, clock: f.clock, log: silentLog });
  const { lose, store } = forgetful(f.store);
  const cache = new WatchCache({ store, clock: f.clock, log: silentLog });
  const pods = cache.cacheFor(podShape);
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await pods.ready();
  await f.pod('a', 'web', '1');
  const kept = subscribe(pods, 1);
  lose(new Error('the connection broke'));
  await new Promise((resolve) => setImmediate(resolve));
  await f.pod('a', 'web', '2');
  await f.clock.advance(300);
  await pods.waitUntilFresh(await f.store.latest(), 1000);
  t.strictSame(kept.lost, [], 'a broken connection is resumed without a gap');
  t.strictSame(kept.seen, ['a/web new>1', 'a/web 1>2']);
  lose(new Error('the connection broke'));
  await new Promise((resolve) => setImmediate(resolve));
  await f.pod('a', 'web', '3');
  const last = await f.pod('a', 'web', '4');
  await f.store.compact(last);
  await f.clock.advance(1000);
  await pods.waitUntilFresh(last, 1000);
  t.strictSame(kept.lost, ['the watch cache was reloaded']);
  t.strictSame(names(pods.current()), ['web=4']);
  t.equal(subscribe(pods, last - 1).subscription, 'expired');
  const before = subscribe(pods, last);
  lose(new StoreUnavailableError('the store went back', { refused: true }));
  await new Promise((resolve) => setImmediate(resolve));
  await f.clock.advance(1000);
  await pods.waitUntilFresh(last, 1000);
  t.strictSame(before.lost, ['the watch cache was reloaded'], 'a store that says its log is lost is not resumed');
  Object.defineProperty(store, 'latest', { value: async () => last - 1 });
  await t.rejects(async () => pods.consistent(), {
    message: `the store went back from revision ${last} to ${last - 1}`,
  });
  stop.abort();
  await running;
  await f.store.close();
});

t.test('a reload never shows an older state, and callers that decide wait', async (t) => {
  const f = new Fixture();
  f.store = await openEmbeddedStore({ folder: undefined, clock: f.clock, log: silentLog });
  const first = await f.pod('a', 'gone', '1');
  await f.store.compact(first);
  await f.pod('a', 'gone');
  const kept = await f.pod('a', 'kept', '1');
  const { store, lose, hold, release } = forgetful(f.store);
  const starting = hold();
  const cache = new WatchCache({ store, clock: f.clock, log: silentLog });
  const pods = cache.cacheFor(podShape);
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await starting;
  t.strictSame(names(pods.current()), ['gone=1'], 'at first the log is replayed from the oldest state');
  const fresh = cache.whenFresh();
  t.ok(fresh instanceof Promise, 'readers that decide by it have to wait');
  release();
  await fresh;
  t.equal(cache.whenFresh(), undefined, 'nothing to wait for');
  t.strictSame(names(pods.current()), ['kept=1']);
  const again = hold();
  lose();
  await turn();
  await f.clock.advance(300);
  await again;
  const late = await f.pod('a', 'late', '1');
  t.strictSame(names(pods.current()), ['kept=1'], 'nothing older than before');
  t.equal(pods.oldest(), kept);
  const waiting = cache.whenFresh();
  const inTime = t.rejects(async () => waiting, { message: 'the watch cache was not loaded in time' });
  await f.clock.advance(3000);
  await inTime;
  release();
  await cache.whenFresh();
  t.strictSame(names(pods.current()), ['kept=1', 'late=1'], 'what was acknowledged while it was loaded is there');
  t.equal(pods.revision(), late);
  stop.abort();
  await running;
  await t.rejects(async () => cache.whenFresh(), CacheClosedError);
  await f.store.close();
});

t.test('a store that was set back is shown as it is, and listers notice', async (t) => {
  const f = new Fixture();
  f.store = await openEmbeddedStore({ folder: undefined, clock: f.clock, log: silentLog });
  await f.pod('a', 'one', '1');
  const revision = await f.pod('a', 'two', '1');
  const earlier = await openEmbeddedStore({ folder: undefined, clock: f.clock, log: silentLog });
  const { store, lose } = forgetful(f.store);
  const cache = new WatchCache({ store, clock: f.clock, log: silentLog });
  const pods = cache.cacheFor(podShape);
  const lister = listerOf(() => pods);
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await pods.ready();
  const before = lister.revision();
  t.equal(lister.list().length, 2);
  // Another history that has the same length.
  await f.store.close();
  f.store = earlier;
  await f.pod('b', 'other', '1');
  t.equal(await f.pod('b', 'other', '2'), revision);
  for (const method of ['range', 'latest', 'follow'] as const) {
    Object.defineProperty(store, method, { value: earlier[method].bind(earlier) });
  }
  lose(new StoreUnavailableError('the store went back', { refused: true }));
  await turn();
  await f.clock.advance(300);
  await cache.whenFresh();
  t.strictSame(names(pods.current()), ['other=2']);
  t.not(lister.revision(), before);
  t.equal(lister.list().length, 1);
  stop.abort();
  await running;
  await earlier.close();
});

t.test('a resource that is registered late is loaded beside the others, and can go again', async (t) => {
  const f = await Fixture.started(t);
  const late = shapeOf('widgets', true);
  await f.write(late, 'a', 'w1', '1');
  const widgets = f.cache.cacheFor(late);
  t.equal(f.cache.cacheFor(late), widgets, 'the same prefix, the same cache');
  const during = f.write(late, 'a', 'w2', '1');
  await widgets.ready();
  await during;
  await widgets.consistent();
  t.strictSame(names(widgets.current(), late.prefix), ['w1=1', 'w2=1']);
  const watcher = subscribe(widgets, widgets.revision());
  await f.write(late, 'a', 'w1', '2');
  t.strictSame(watcher.seen, ['a/w1 1>2']);
  const { stored } = f.cache.forms;
  t.ok(stored > 0);
  f.cache.forget(late.prefix, 'the resource is no longer served');
  t.strictSame(watcher.lost, ['the resource is no longer served']);
  t.equal(f.cache.forms.stored, 0, 'nothing of it counts as stored any more');
  t.equal(f.cache.cacheOf(late.prefix), undefined);
  for (const read of [() => widgets.current(), () => widgets.at(1), () => subscribe(widgets, 1)]) {
    t.throws(read, CacheClosedError, 'a cache that was stopped shows nothing');
  }
  await t.rejects(widgets.ready(), CacheClosedError);
  await t.rejects(async () => widgets.consistent(), CacheClosedError);
  await t.rejects(widgets.waitUntilFresh(1, 0), CacheClosedError);
  t.equal(widgets.getIfFresh(`${late.prefix}a/w1`, 1), 'behind', 'the store still knows');
  const again = f.cache.cacheFor(late);
  await again.consistent();
  t.strictSame(names(again.current(), late.prefix), ['w1=2', 'w2=1'], 'a resource that comes back has its objects');
  t.throws(() => f.cache.cacheFor({ ...late, prefix: '/registry/' }), TypeError);
});

t.test('a read of a resource waits until it is loaded', async (t) => {
  const f = await Fixture.started(t);
  const late = shapeOf('widgets', true);
  const revision = await f.write(late, 'a', 'w1', '1');
  const lists: Record<string, (cache: CachedResource) => Promise<unknown>> = {
    newest: async (cache) => cache.consistent(),
    version: (cache) => cache.waitUntilFresh(revision, 3000),
  };
  for (const [name, wait] of Object.entries(lists)) {
    const cache = f.cache.cacheFor(late);
    t.equal(cache.getIfFresh(`${late.prefix}a/w1`, 1), 'behind', name);
    t.equal(cache.at(revision), 'expired', 'the store knows');
    await wait(cache);
    t.strictSame(names(cache.current(), late.prefix), ['w1=1'], name);
    f.cache.forget(late.prefix, 'over');
  }
  t.equal(f.clock.sleeping, 0, 'no timer is left behind');
  const range = f.store.range.bind(f.store);
  Object.defineProperty(f.store, 'range', { value: () => new Promise(() => {}), configurable: true });
  const stuck = f.cache.cacheFor(late);
  const waiting = Promise.resolve(stuck.consistent());
  const ended = t.rejects(waiting, { message: 'the watch cache was not loaded in time' });
  await f.clock.advance(3001);
  await ended;
  const gone = Promise.resolve(stuck.consistent());
  f.cache.forget(late.prefix, 'over');
  await t.rejects(gone, CacheClosedError);
  t.equal(f.clock.sleeping, 0);
  Object.defineProperty(f.store, 'range', { value: range });
});

t.test(
  'a resource that is changed ends its watches; those that resume miss nothing, and see the new fields',
  async (t) => {
    const f = await Fixture.started(t);
    const since = await f.pod('a', 'web', '1');
    await f.pod('a', 'web', '2');
    await f.pod('a', 'old', '1');
    await f.pod('a', 'old');
    const first = subscribe(f.pods, f.pods.revision());
    const others = subscribe(f.nodes, f.nodes.revision());
    f.cache.change({ ...podShape });
    t.strictSame(first.lost, ['the resource was changed']);
    const held = f.pods.current().get(objectKey(podShape.prefix, 'a', 'web'));
    const project: ObjectShape['project'] = (object) => ({
      ...podShape.project(object),
      fields: new Map([['spec', `new ${String((object as { spec?: unknown }).spec)}`]]),
    });
    f.cache.change({ ...podShape, project });
    t.equal(held?.fields.get('spec'), undefined, 'who holds an older snapshot sees it as it was');
    const now = f.pods.current().get(objectKey(podShape.prefix, 'a', 'web'));
    t.equal(now?.fields.get('spec'), 'new 2');
    t.equal(now?.text, held?.text);
    const resumed = subscribe(f.pods, since);
    await f.pod('a', 'web', '3');
    t.strictSame(resumed.seen, ['a/web 1>2', 'a/old new>1', 'a/old 1>removed', 'a/web 2>3']);
    await f.write(nodeShape, '', 'n', '1');
    t.strictSame(others.lost, []);
    t.equal(others.seen.length, 1);
    t.strictSame(names(f.pods.at(since)), ['web=1']);
  },
);

t.test('waiting for a revision ends when it is there, after the time, or with the signal (RV-008)', async (t) => {
  const f = await Fixture.started(t);
  const next = f.pods.revision() + 1;
  const reached = f.pods.waitUntilFresh(next, 3000);
  await f.pod('a', 'web', '1');
  t.equal(await reached, true);
  t.equal(await f.pods.waitUntilFresh(next, 0), true);
  const never = f.pods.waitUntilFresh(next + 100, 3000);
  await f.clock.advance(3001);
  t.equal(await never, false);
  const controller = new AbortController();
  const aborted = f.pods.waitUntilFresh(next + 100, 3000, controller.signal);
  controller.abort();
  t.equal(await aborted, false);
  t.equal(f.clock.sleeping, 0, 'no timer is left behind');
});

t.test('loading and listing parse nothing before a selector is evaluated', async (t) => {
  const f = await Fixture.started(t, { folder: t.testdir({}) });
  for (let count = 0; count < 20; count++) await f.pod('a', `p${count}`, '1');
  await f.stop();
  projections = 0;
  await f.start();
  t.equal(Array.from(f.pods.current().scan(podShape.prefix), (object) => object.bytes.length).length, 20);
  t.equal(projections, 0);
  const first = f.pods.current().get(objectKey(podShape.prefix, 'a', 'p0'));
  t.equal(first?.labels.get('app'), '1');
  t.equal(first?.fields.get('metadata.name'), 'p0');
  t.equal(projections, 1);
});

t.test('a lister shows the cache as objects, each decoded once, and names cannot reach elsewhere', async (t) => {
  const f = await Fixture.started(t);
  await f.pod('a', 'web', '1');
  await f.pod('b', 'web', '2');
  const lister = listerOf(() => f.pods);
  const web = lister.get('a', 'web');
  t.match(web, { metadata: { name: 'web', namespace: 'a', resourceVersion: '2' }, spec: '1' });
  t.equal(lister.get('a', 'web'), web);
  t.equal(lister.list()[0], web);
  t.equal(lister.list(), lister.list());
  t.equal(lister.list('b').length, 1);
  t.equal(lister.get('a', 'none'), undefined);
  t.equal(lister.get('', 'a/web'), undefined);
  t.equal(lister.get('a/web', ''), undefined);
  const revision = lister.revision();
  await f.write(nodeShape, '', 'n', {});
  t.equal(lister.revision(), revision, 'another resource changed');
  await f.pod('a', 'web', '3');
  t.ok(lister.revision() > revision);
  t.match(lister.get('a', 'web'), { spec: '3' });
});
