import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { ObjectShape } from './tree/cached-object.ts';
import type { CachedResource } from './cached-resource.ts';
import type { Entry, RangeResult, Store } from '../contract/store.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import { collectionPrefix, objectKey } from '../format/keys.ts';
import { RevisionWaiters } from '../format/revision-waiters.ts';
import { encodeStored } from '../format/stored-object.ts';
import { JoiningResources } from './joining-resources.ts';
import { WatchCache } from './watch-cache.ts';

const prefix = collectionPrefix({ group: '', resource: 'things' });

function shapeThatShows(field: 'name' | 'namespace'): ObjectShape {
  return {
    prefix,
    namespaced: true,
    project: ({ metadata }) => ({
      labels: new Map(Object.entries(metadata.labels ?? {})),
      fields: new Map([[field, metadata[field] ?? '']]),
    }),
  };
}

function entry(name: string, content: string, revision: number): Entry {
  const metadata = { name, namespace: 'a', labels: { content } };
  return {
    key: objectKey(prefix, 'a', name),
    revision,
    value: encodeStored({ kind: 'Thing', apiVersion: 'v1', metadata }),
  };
}

/** A resource, and a way to let it join whose reads of the store are answered by the test, in any order. */
async function setUp() {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  t.teardown(() => store.close());
  const resource = new WatchCache({ store, clock, log: silentLog }).cacheFor(shapeThatShows('name'));
  const reads: ((result: RangeResult) => void)[] = [];
  const scripted: Pick<Store, 'range'> = { range: () => new Promise((resolve) => reads.push(resolve)) };
  const waiters = new RevisionWaiters(clock);
  waiters.advance(100);
  const joining = new JoiningResources({ store: scripted, clock, log: silentLog, waiters });
  joining.runUntil(new AbortController().signal);
  return { resource, joining, reads };
}

function page(revision: number, ...entries: readonly Entry[]): RangeResult {
  return { entries, revision, more: false, remaining: 0 };
}

function contents(resource: CachedResource): readonly string[] {
  return Array.from(resource.current().scan(prefix), ({ name, labels }) => `${name}=${labels.get('content')}`);
}

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await turn();
}

t.test('a resource that is added again does not show the objects of its earlier load', async (t) => {
  const { resource, joining, reads } = await setUp();
  joining.join(resource);
  await settled();
  // All of the cache was loaded anew, and the resource joins once more.
  joining.clear();
  joining.join(resource);
  await settled();
  const created = entry('b', 'created', 10);
  t.equal(joining.hold(resource, [{ ...created, previous: undefined }]), true);
  reads[0]?.(page(5, entry('a', 'old', 5)));
  await settled();
  t.equal(joining.has(resource), true, 'it is still being loaded');
  reads[1]?.(page(9, entry('a', 'new', 9)));
  await settled();
  t.equal(joining.has(resource), false);
  t.strictSame(contents(resource), ['a=new', 'b=created']);
});

t.test('a resource that is changed during its load shows all objects in the new form', async (t) => {
  const { resource, joining, reads } = await setUp();
  joining.join(resource);
  await settled();
  reads[0]?.({ ...page(5, entry('a', 'x', 4)), more: true, remaining: 1 });
  await settled();
  resource.change(shapeThatShows('namespace'));
  reads[1]?.(page(5, entry('b', 'x', 5)));
  await settled();
  const fields = Array.from(resource.current().scan(prefix), (object) => [...object.fields.keys()]);
  t.strictSame(fields, [['namespace'], ['namespace']]);
});

t.test('a resource shows its changes during a reload', async (t) => {
  const { resource, joining, reads } = await setUp();
  joining.join(resource);
  await settled();
  reads[0]?.(page(5, entry('a', 'old', 4)));
  await settled();
  joining.join(resource);
  await settled();
  const changes = [{ ...entry('a', 'new', 6), previous: undefined }];
  t.equal(joining.hold(resource, changes), false, 'the change is to be shown now');
  resource.apply(changes);
  t.strictSame(contents(resource), ['a=new']);
  reads[1]?.(page(5, entry('a', 'old', 4)));
  await settled();
  t.equal(joining.has(resource), false);
  t.strictSame(contents(resource), ['a=new'], 'and is not lost');
});
