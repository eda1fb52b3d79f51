import t from 'tap';
import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { garbageCollector } from './garbage-collector.ts';
import { graphObjectOf, OwnerGraph } from './owner-graph.ts';
import { verdictOn } from './verdict.ts';

const resource = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true };
const maps = '/api/v1/configmaps';
const secrets = '/api/v1/secrets';

function owner(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `${name}-uid`, ...more };
}

function object(name: string, owners: OwnerReference[] = [], metadata: object = {}): ApiObject {
  const owned = owners.length === 0 ? {} : { ownerReferences: owners };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'n', uid: `${name}-uid`, ...owned, ...metadata },
  };
}

function graphObject(of: ApiObject) {
  const made = graphObjectOf(of, resource);
  if (made === undefined) throw new Error('no uid');
  return made;
}

t.test('an object is deleted when all its owners are gone, and never on a doubt', async (t) => {
  const two = object('d', [owner('a'), owner('b')]);
  const verdict = (a: string, b: string) => verdictOn(two, ({ name }) => (name === 'a' ? a : b) as 'exists', []);
  t.strictSame(verdict('absent', 'absent'), { do: 'delete', policy: 'Background' });
  t.strictSame(verdict('exists', 'exists'), { do: 'nothing' });
  t.strictSame(verdict('exists', 'absent'), { do: 'set-owners', owners: [owner('a')] });
  t.strictSame(verdict('unknown', 'absent'), { do: 'set-owners', owners: [owner('a')] });
  t.strictSame(
    verdictOn(object('free'), () => 'absent', []),
    { do: 'nothing' },
  );
  const dependents = [graphObject(object('x', [owner('d')]))];
  t.strictSame(
    verdictOn(object('d', [owner('a')]), () => 'waits-for-dependents', dependents),
    { do: 'delete', policy: 'Foreground' },
  );
});

t.test('a waiting owner is deleted when no dependent blocks it any more', async (t) => {
  const waiting = object('o', [], { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] });
  const blocking = graphObject(object('d', [owner('o', { blockOwnerDeletion: true })]));
  const loose = graphObject(object('e', [owner('o')]));
  t.strictSame(
    verdictOn(waiting, () => 'exists', [blocking]),
    { do: 'collect-dependents', uids: ['d-uid'] },
  );
  t.strictSame(
    verdictOn(waiting, () => 'exists', [loose]),
    { do: 'remove-finalizer', finalizer: 'foregroundDeletion' },
  );
  const orphaning = object('o', [], { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['orphan'] });
  t.strictSame(
    verdictOn(orphaning, () => 'exists', [loose]),
    { do: 'orphan-dependents' },
  );
});

t.test(
  'a waiting owner ignores dependents that are being deleted, and is checked again when none blocks it',
  async (t) => {
    const held = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] };
    const blocking = (name: string, metadata = {}) =>
      graphObject(object(name, [owner('o', { blockOwnerDeletion: true })], metadata));
    const going = blocking('going', held);
    t.strictSame(
      verdictOn(object('o', [], held), () => 'exists', [going, blocking('stays')]),
      { do: 'collect-dependents', uids: ['stays-uid'] },
    );
    const graph = new OwnerGraph();
    graph.put(graphObject(object('o', [], held)));
    graph.put(blocking('d'));
    graph.put(blocking('e'));
    t.strictSame(graph.remove('d-uid'), [], 'e blocks it still');
    t.strictSame(graph.put(blocking('e', held)), ['e-uid'], 'it still does while it is going');
    t.strictSame(graph.remove('e-uid'), ['o-uid']);
  },
);

t.test(
  'an object between owners and dependents that wait for each other is unblocked before it is deleted',
  async (t) => {
    const held = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] };
    const middle = object('m', [owner('o', { blockOwnerDeletion: true, controller: true })]);
    const free = graphObject(object('f', [owner('m', { blockOwnerDeletion: true })]));
    const waiting = graphObject(object('o', [owner('m', { blockOwnerDeletion: true })], held));
    t.strictSame(
      verdictOn(middle, () => 'waits-for-dependents', [free]),
      { do: 'delete', policy: 'Foreground' },
    );
    t.strictSame(
      verdictOn(middle, () => 'waits-for-dependents', [free, waiting]),
      {
        do: 'delete',
        policy: 'Foreground',
        owners: [owner('o', { blockOwnerDeletion: false, controller: true })],
      },
    );
    t.strictSame(
      verdictOn(object('m', [owner('o')]), () => 'waits-for-dependents', [waiting]),
      { do: 'delete', policy: 'Foreground' },
      'nothing to unblock',
    );
  },
);

t.test('the graph returns the objects to check after a change', async (t) => {
  const graph = new OwnerGraph();
  t.strictSame(graph.put(graphObject(object('o'))), []);
  const dependent = graphObject(object('d', [owner('o', { blockOwnerDeletion: true })]));
  t.strictSame(graph.put(dependent), ['d-uid']);
  t.strictSame(
    graph.put(graphObject(object('d', [owner('o', { blockOwnerDeletion: true })]))),
    [],
    'the same owners: no news',
  );
  t.equal(graph.get('d-uid'), dependent, 'what is known already is kept: a write without news leaves nothing behind');
  const loose = graphObject(object('d', [owner('o')]));
  t.strictSame(graph.put(loose), ['d-uid'], 'it no longer blocks');
  t.equal(graph.get('d-uid'), loose);
  t.strictSame(graph.put(dependent), ['d-uid']);
  const waiting = object('o', [], { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] });
  t.strictSame(graph.put(graphObject(waiting)), ['o-uid', 'd-uid']);
  t.strictSame(graph.remove('d-uid'), ['o-uid'], 'the waiting owner is returned');
  t.strictSame(graph.remove('o-uid'), []);
  t.equal(graph.size, 0);
});

async function collecting(
  t: Tap,
  run: (api: TestApi) => Promise<void>,
  { clock = systemClock, before }: { clock?: Clock; before?: (api: TestApi) => void } = {},
): Promise<void> {
  const api = new TestApi({
    [maps]: { kind: 'ConfigMap', namespaced: true },
    [secrets]: { kind: 'Secret', namespaced: true },
  });
  before?.(api);
  const stop = new AbortController();
  const loop = garbageCollector(api.environment(vendorOf('orch'), clock)).run(stop.signal);
  try {
    await run(api);
  } finally {
    stop.abort();
    await loop;
  }
  t.pass('the loop has ended');
}
type Tap = { pass(message: string): void };

t.test('dependents of a deleted owner go, in the background', async (t) => {
  await collecting(t, async (api) => {
    api.put(maps, object('o'));
    api.put(maps, object('d', [owner('o')]));
    api.put(maps, object('late', [owner('never')]));
    api.put(maps, object('elsewhere', [owner('o')], { namespace: 'm' }));
    await eventually(() => api.get(maps, 'n', 'late') === undefined, 'an owner that never was');
    await eventually(() => api.get(maps, 'm', 'elsewhere') === undefined, 'an owner in another namespace');
    t.ok(api.get(maps, 'n', 'd'));
    api.startDelete(maps, 'n', 'o');
    await eventually(() => api.get(maps, 'n', 'd') === undefined, 'the dependent follows');
  });
});

t.test('a kind that is served from now on is collected at once, one that is gone is no longer followed', async (t) => {
  const widgets = '/apis/shop.example/v1/widgets';
  let listeners = (): number => 0;
  // Its time stands still: what is not reported is not noticed.
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds >= 30_000 ? 3_600_000 : milliseconds, signal),
  };
  const run = async (api: TestApi): Promise<void> => {
    listeners = () => api.servedListeners;
    api.put(maps, object('o'));
    await eventually(() => api.requests.includes(`GET ${secrets}`), 'what was served at the start is followed');
    api.serve(widgets, { kind: 'Widget', namespaced: true });
    api.put(widgets, object('w', [owner('o')]));
    await eventually(() => api.requests.includes(`GET ${widgets}`), 'the new kind is followed');
    api.startDelete(maps, 'n', 'o');
    await eventually(() => api.get(widgets, 'n', 'w') === undefined, 'the dependent of a new kind goes');
    api.serve(widgets, undefined);
    const discoveries = () => api.requests.filter((request) => request === 'GET /apis').length;
    const before = discoveries();
    api.serve('/apis/shop.example/v2/widgets', { kind: 'Gadget', namespaced: true });
    await eventually(() => discoveries() > before, 'asked again');
    await eventually(() => api.requests.includes('GET /apis/shop.example/v2/widgets'), 'the other version is followed');
  };
  await collecting(t, run, { clock });
  t.equal(listeners(), 0, 'no listener is left');
});

t.test('in the foreground the owner waits for its blocking dependents', async (t) => {
  await collecting(t, async (api) => {
    api.put(maps, object('o'));
    api.put(maps, object('d', [owner('o', { blockOwnerDeletion: true })], { finalizers: ['mine'] }));
    api.startDelete(maps, 'n', 'o', 'foregroundDeletion');
    await eventually(
      () => api.get(maps, 'n', 'd')?.metadata.deletionTimestamp !== undefined,
      'the dependent is deleted',
    );
    t.ok(api.get(maps, 'n', 'o'), 'the owner still waits');
    api.remove(maps, 'n', 'd');
    await eventually(() => api.get(maps, 'n', 'o') === undefined, 'the owner goes');
  });
});

t.test('orphans lose their owner and stay', async (t) => {
  await collecting(t, async (api) => {
    api.put(maps, object('o'));
    api.put(maps, object('d', [owner('o')]));
    await eventually(() => api.requests.includes('GET /api/v1/configmaps'), 'the watch runs');
    api.startDelete(maps, 'n', 'o', 'orphan');
    await eventually(() => api.get(maps, 'n', 'o') === undefined, 'the owner goes');
    t.strictSame(api.get(maps, 'n', 'd')?.metadata.ownerReferences, []);
  });
});

t.test('after a start no waiting owner is deleted before all dependents are known', async (t) => {
  const clock = new FakeClock();
  const held = (finalizer: string) => ({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [finalizer] });
  const before = (api: TestApi): void => {
    api.put(maps, object('o', [], held('orphan')));
    api.put(maps, object('f', [], held('foregroundDeletion')));
    api.put(secrets, { ...object('set-free', [owner('o')]), kind: 'Secret' });
    api.put(secrets, {
      ...object('goes', [owner('f', { blockOwnerDeletion: true })], { finalizers: ['mine'] }),
      kind: 'Secret',
    });
    api.refusals.set(`GET ${secrets}`, 1);
  };
  const run = async (api: TestApi): Promise<void> => {
    const read = (name: string) => api.requests.includes(`GET /api/v1/namespaces/n/configmaps/${name}`);
    await eventually(() => read('o') && read('f'), 'the owners are looked at');
    await clock.untilSleeping(4);
    t.ok(api.get(maps, 'n', 'o'), 'its dependents are not known');
    t.ok(api.get(maps, 'n', 'f'), 'nor are those of the other');
    await clock.advance(5000);
    await eventually(() => api.get(maps, 'n', 'o') === undefined, 'the owner goes');
    t.strictSame(api.get(secrets, 'n', 'set-free')?.metadata.ownerReferences, [], 'its dependent stays');
    t.ok(api.get(secrets, 'n', 'goes')?.metadata.deletionTimestamp);
    t.ok(api.get(maps, 'n', 'f'), 'its dependent is still there');
  };
  await collecting(t, run, { clock, before });
});

/** Stores objects, each with these owners. */
function putAll(api: TestApi, owners: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, names] of Object.entries(owners)) {
    const references = names.map((other) => owner(other, { blockOwnerDeletion: true }));
    api.put(maps, object(name, references));
  }
}

/** Requests for single objects. */
function about(api: TestApi): readonly string[] {
  return api.requests.filter((asked) => asked.includes('/namespaces/n/'));
}

t.test('cycles of owners of any length are deleted in the foreground after a few requests', async (t) => {
  const circles: Readonly<Record<string, readonly string[]>>[] = [
    { a: ['b'], b: ['a'] },
    { a: ['c'], b: ['a'], c: ['b'] },
    { a: ['e'], b: ['a'], c: ['b'], d: ['c'], e: ['d'] },
    { a: ['b', 'c'], b: ['a'], c: ['a'] },
    { a: ['b'], b: ['a'], c: ['b'], d: ['c'] },
  ];
  for (const circle of circles) {
    await collecting(t, async (api) => {
      putAll(api, circle);
      await eventually(() => api.requests.includes('GET /api/v1/secrets'), 'the watches run');
      api.startDelete(maps, 'n', 'a', 'foregroundDeletion');
      await eventually(() => api.list(maps).length === 0, `all of ${Object.keys(circle).join()} are gone`);
      const most = 12 * Object.keys(circle).length;
      t.ok(about(api).length <= most, `${about(api).length} requests for ${Object.keys(circle).join()}`);
    });
  }
});

t.test('an object that owns itself waits for ever, without requests', async (t) => {
  await collecting(t, async (api) => {
    putAll(api, { a: ['a'] });
    await eventually(() => about(api).length > 0, 'it is looked at');
    api.startDelete(maps, 'n', 'a', 'foregroundDeletion');
    putAll(api, { o: [], d: ['o'] });
    api.startDelete(maps, 'n', 'o', 'foregroundDeletion');
    await eventually(() => api.list(maps).length === 1, 'another owner has gone since');
    t.ok(api.get(maps, 'n', 'a'));
    t.ok(about(api).length < 25, `${about(api).length} requests`);
  });
});

t.test('a circle that another owner reached from outside loses that owner and stays', async (t) => {
  await collecting(t, async (api) => {
    putAll(api, { o: [], a: ['o', 'b'], b: ['a'] });
    await eventually(() => about(api).length > 1, 'it is looked at');
    api.startDelete(maps, 'n', 'o', 'foregroundDeletion');
    await eventually(() => api.get(maps, 'n', 'o') === undefined, 'the owner goes');
    t.strictSame(
      api.get(maps, 'n', 'a')?.metadata.ownerReferences?.map(({ name }) => name),
      ['b'],
    );
    t.ok(api.get(maps, 'n', 'b'));
  });
});

t.test('many dependents of one owner cost a fixed number of requests each', async (t) => {
  const many = 300;
  for (const finalizer of ['foregroundDeletion', undefined]) {
    await collecting(t, async (api) => {
      api.put(maps, object('o'));
      for (let index = 0; index < many; index++)
        api.put(secrets, { ...object(`d${index}`, [owner('o', { blockOwnerDeletion: true })]), kind: 'Secret' });
      await eventually(() => about(api).length >= many, 'each is looked at');
      const before = about(api).length;
      api.startDelete(maps, 'n', 'o', finalizer);
      await eventually(() => api.list(secrets).length === 0 && api.list(maps).length === 0, 'all are gone');
      const requests = about(api).length - before;
      t.ok(requests < 2.5 * many, `${requests} requests after the delete`);
    });
  }
});

t.test('an object that is written all the time is collected too', async (t) => {
  await collecting(t, async (api) => {
    api.put(maps, object('d', [owner('never')]));
    api.beforeDelete = () => {
      const { metadata, ...rest } = api.get(maps, 'n', 'd') ?? object('d');
      api.put(maps, { ...rest, metadata: { ...metadata, annotations: { at: `${api.requests.length}` } } });
    };
    await eventually(() => api.get(maps, 'n', 'd') === undefined, 'it goes');
    t.equal(api.requests.filter((asked) => asked.startsWith('DELETE')).length, 2);
  });
});
