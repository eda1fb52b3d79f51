// What the graph remembers of each object, and whom a change makes worth looking at.

import fc from 'fast-check';
import t from 'tap';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';
import type { OwnerReference } from '../../../shared/object/api-object.ts';
import {
  blocks,
  type CollectedResource,
  foregroundFinalizer,
  type GraphObject,
  graphObjectOf,
  orphanFinalizer,
  OwnerGraph,
  ownershipOf,
  waitsForDependents,
} from './owner-graph.ts';

const maps: CollectedResource = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const sets: CollectedResource = { ...maps, resource: 'secrets', kind: 'Secret' };

function owner(uid: string, blockOwnerDeletion?: boolean): OwnerReference {
  const more = blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion };
  return { apiVersion: 'v1', kind: 'ConfigMap', name: `name-${uid}`, uid, ...more };
}

function graphObject(uid: string, more: Partial<GraphObject> = {}): GraphObject {
  const rest = { resource: maps, namespace: 'n', name: `name-${uid}`, owners: [], deleting: false, waits: undefined };
  return { uid, ...rest, ...more };
}

t.test('the graph keeps the place, the owners and the finalizers of an object (DEL-016)', (t) => {
  const metadata = { uid: 'u', name: 'a', namespace: 'n', ownerReferences: [owner('o')] };
  const of = (more: object) =>
    graphObjectOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ...more } }, maps);
  const plain = { uid: 'u', resource: maps, namespace: 'n', name: 'a', owners: [owner('o')] };
  t.strictSame(of({}), { ...plain, deleting: false, waits: undefined });
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  t.strictSame(of({ deletionTimestamp }), { ...plain, deleting: true, waits: undefined });
  const waitsWith = (...finalizers: string[]) => of({ deletionTimestamp, finalizers })?.waits;
  t.equal(waitsWith('x', foregroundFinalizer), 'foreground');
  t.equal(waitsWith('x', orphanFinalizer), 'orphan');
  t.equal(waitsWith('x'), undefined);
  t.equal(of({ finalizers: [foregroundFinalizer] })?.waits, undefined, 'nothing waits while it is alive');
  t.equal(of({ finalizers: [orphanFinalizer] })?.waits, undefined);
  const clusterScoped = graphObjectOf({ apiVersion: 'v1', kind: 'Node', metadata: { uid: 'u' } }, maps);
  t.strictSame(clusterScoped, graphObject('u', { namespace: '', name: '' }));
  t.equal(graphObjectOf({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }, maps), undefined);
  t.end();
});

t.test('watches of the graph leave out fields that it does not use', (t) => {
  const metadata = { uid: 'u', name: 'a', finalizers: ['x'], ownerReferences: [owner('o')] };
  const more = { labels: { a: 'b' }, annotations: { a: 'b' }, managedFields: [] };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ...more }, data: { k: 'v' } };
  t.strictSame(ownershipOf(object), { apiVersion: 'v1', kind: 'ConfigMap', metadata });
  t.end();
});

t.test('only a foreground deletion waits for dependents', (t) => {
  const waits = (metadata: object) => waitsForDependents({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  t.equal(waits({ deletionTimestamp, finalizers: [foregroundFinalizer] }), true);
  t.equal(waits({ deletionTimestamp, finalizers: [orphanFinalizer] }), false);
  t.equal(waits({ deletionTimestamp }), false);
  t.equal(waits({ finalizers: [foregroundFinalizer] }), false);
  t.end();
});

t.test('a dependent blocks an owner if one of its references to it says so', (t) => {
  const dependent = graphObject('d', { owners: [owner('a', true), owner('b', false), owner('c')] });
  t.strictSame(
    ['a', 'b', 'c', 'd'].map((uid) => blocks(dependent, uid)),
    [true, false, false, false],
  );
  t.end();
});

t.test('every changed part of an object replaces the known one', (t) => {
  const before = graphObject('d', { owners: [owner('a', true), owner('b')] });
  const changes: Partial<GraphObject>[] = [
    { resource: sets },
    { namespace: 'm' },
    { name: 'other' },
    { deleting: true },
    { waits: 'foreground' },
    { waits: 'orphan' },
    { owners: [owner('a', true)] },
    { owners: [owner('a', true), owner('b'), owner('c')] },
    { owners: [owner('a', true), owner('c')] },
    { owners: [owner('a', false), owner('b')] },
    { owners: [{ ...owner('a', true), name: 'other' }, owner('b')] },
    { owners: [{ ...owner('a', true), controller: true }, owner('b')] },
  ];
  for (const change of changes) {
    const graph = new OwnerGraph();
    graph.put(before);
    const now = { ...before, ...change };
    graph.put(now);
    t.equal(graph.get('d'), now, JSON.stringify(change));
  }
  const graph = new OwnerGraph();
  graph.put(before);
  graph.put({ ...before, owners: before.owners.map((each) => ({ ...each })) });
  t.equal(graph.get('d'), before, 'what says the same is not kept twice');
  t.end();
});

t.test('a dependent is checked when its owners change, not at every write', (t) => {
  const graph = new OwnerGraph();
  const looked = (owners: readonly OwnerReference[], more: Partial<GraphObject> = {}) =>
    graph.put(graphObject('d', { owners, ...more }));
  t.strictSame(graph.put(graphObject('lone')), []);
  t.strictSame(graph.put(graphObject('lone', { deleting: true })), []);
  t.strictSame(looked([owner('a')]), ['d']);
  t.strictSame(looked([owner('a')]), []);
  t.strictSame(looked([owner('a')], { deleting: true }), [], 'its own deletion changes nothing about its owners');
  t.strictSame(looked([owner('a'), owner('b')]), ['d']);
  t.strictSame(looked([owner('b'), owner('a')]), ['d'], 'in another order');
  t.strictSame(looked([owner('b', true), owner('a')]), ['d']);
  t.strictSame(looked([{ ...owner('b', true), name: 'other' }, owner('a')]), ['d']);
  t.strictSame(looked([]), [], 'an object without owners is not looked at');
  t.end();
});

t.test('an owner that begins to wait is checked, in the foreground with its dependents', (t) => {
  for (const [waits, expected] of [
    ['foreground', ['o', 'd', 'e']],
    ['orphan', ['o']],
  ] as const) {
    const graph = new OwnerGraph();
    graph.put(graphObject('d', { owners: [owner('o', true)] }));
    graph.put(graphObject('e', { owners: [owner('o')] }));
    graph.put(graphObject('o'));
    t.strictSame(graph.put(graphObject('o', { deleting: true, waits })), expected, waits);
    t.strictSame(graph.put(graphObject('o', { deleting: true, waits })), [], 'and only once');
  }
  t.end();
});

t.test('a waiting owner is checked when its last blocking dependent is gone or blocks no more', (t) => {
  const begin = () => {
    const graph = new OwnerGraph();
    graph.put(graphObject('o', { deleting: true, waits: 'foreground' }));
    graph.put(graphObject('d', { owners: [owner('o', true)] }));
    graph.put(graphObject('e', { owners: [owner('o', true)] }));
    graph.put(graphObject('free', { owners: [owner('o')] }));
    return graph;
  };
  const removed = begin();
  t.strictSame(removed.remove('d'), [], 'another still blocks');
  t.strictSame(removed.remove('e'), ['o']);
  t.strictSame(removed.remove('e'), [], 'what is gone is unknown');
  const changed = begin();
  t.strictSame(changed.put(graphObject('d', { owners: [owner('o', false)] })), ['d']);
  t.strictSame(changed.put(graphObject('e', { owners: [] })), ['o']);
  const orphaning = new OwnerGraph();
  orphaning.put(graphObject('o', { deleting: true, waits: 'orphan' }));
  orphaning.put(graphObject('d', { owners: [owner('o', true)] }));
  t.strictSame(orphaning.remove('d'), [], 'only the foreground waits');
  t.end();
});

t.test('a removal returns its dependents to be checked', (t) => {
  const graph = new OwnerGraph();
  for (const uid of ['d', 'e']) graph.put(graphObject(uid, { owners: [owner('o'), owner('p')] }));
  graph.put(graphObject('o'));
  t.strictSame(graph.remove('o'), ['d', 'e']);
  t.equal(graph.get('o'), undefined);
  t.strictSame(
    graph.dependentsOf('o').map(({ uid }) => uid),
    ['d', 'e'],
    'they still name it',
  );
  t.end();
});

const uids = ['a', 'b', 'c', 'd', 'e'] as const;
const uid = fc.constantFrom(...uids);
const reference = fc.record({ uid, block: fc.constantFrom(true, false, undefined) });
const step = fc.record({
  uid,
  put: fc.boolean(),
  resource: fc.constantFrom(maps, sets),
  owners: fc.uniqueArray(reference, { maxLength: 3, selector: (each) => each.uid }),
  waits: fc.constantFrom<GraphObject['waits']>(undefined, 'foreground', 'orphan'),
});

t.test('after any changes the graph matches the objects, and every unblocked owner was returned', (t) => {
  explore(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const graph = new OwnerGraph();
      const model = new Map<string, GraphObject>();
      const isFree = (one: string) =>
        model.get(one)?.waits === 'foreground' && ![...model.values()].some((each) => blocks(each, one));
      for (const { uid: of, put, resource, owners, waits } of steps) {
        const before = model.get(of);
        const wasFree = uids.filter(isFree);
        let told: readonly string[];
        if (put) {
          const references = owners.map(({ uid: other, block }) => owner(other, block));
          const object = graphObject(of, { resource, owners: references, waits, deleting: waits !== undefined });
          model.set(of, object);
          told = graph.put(object);
        } else {
          model.delete(of);
          told = graph.remove(of);
        }
        // Objects that this change freed have to be looked at.
        for (const one of uids) if (isFree(one) && !wasFree.includes(one) && !told.includes(one)) return false;
        if (!put && before !== undefined)
          for (const [other, { owners: named }] of model)
            if (named.some((each) => each.uid === of) && !told.includes(other)) return false;
        if (graph.size !== model.size) return false;
        for (const one of uids) {
          if (JSON.stringify(graph.get(one)) !== JSON.stringify(model.get(one))) return false;
          const dependents = [...model.values()].filter((each) => each.owners.some((named) => named.uid === one));
          const known = graph.dependentsOf(one).map((each) => each.uid);
          if (
            known.sort().join() !==
            dependents
              .map((each) => each.uid)
              .sort()
              .join()
          )
            return false;
        }
        for (const each of [maps, sets]) {
          const known = [...graph.ofResource(each)].map((object) => object.uid).sort();
          const there = [...model.values()].filter((object) => object.resource === each).map((object) => object.uid);
          if (known.join() !== there.sort().join()) return false;
        }
      }
      return true;
    }),
  );
  t.end();
});
