import t from 'tap';

import { EncodedCachedObject, type ObjectShape } from './cached-object.ts';
import { ObjectTree } from './object-tree.ts';
import type { Requirement } from '../../contract/resource-cache.ts';
import { encodeStored } from '../../format/stored-object.ts';
import { TreeSnapshot } from './tree-snapshot.ts';

const prefix = '/registry/core/things/';

function things() {
  let parsed = 0;
  const shape: ObjectShape = {
    prefix,
    namespaced: false,
    project({ metadata: { name = '', labels = {} } }) {
      parsed += 1;
      return { labels: new Map(Object.entries(labels)), fields: new Map([['metadata.name', name]]) };
    },
  };
  let revision = 1;
  const thing = (name: string, color: string): EncodedCachedObject => {
    revision += 1;
    const metadata = { name, labels: { color, shape: 'round' } };
    return EncodedCachedObject.of(
      `${prefix}${name}`,
      revision,
      encodeStored({ kind: 'Thing', apiVersion: 'v1', metadata }),
      shape,
    );
  };
  const parsedSince = (): number => {
    const count = parsed;
    parsed = 0;
    return count;
  };
  return { thing, parsedSince };
}

function is(color: string, from: Requirement['from'] = 'labels', name = 'color'): Requirement {
  return { from, name, matches: (value) => value === color, only: color };
}

function isNot(color: string): Requirement {
  return { from: 'labels', name: 'color', matches: (value) => value !== color };
}

function selected(snapshot: TreeSnapshot, ...terms: readonly Requirement[]): readonly string[] {
  const found: string[] = [];
  for (const _ of snapshot.select(prefix, undefined, terms, ({ name }) => found.push(name) > 0)) continue;
  return found;
}

t.test('only objects that came since the last selection are parsed, each once (LIST-001)', (t) => {
  const { thing, parsedSince } = things();
  const tree = ObjectTree.empty();
  for (let index = 100; index < 400; index += 1) {
    tree.set(`${prefix}n${index}`, thing(`n${index}`, index % 2 === 0 ? 'red' : 'blue'));
  }
  const snapshot = new TreeSnapshot(1, tree);
  t.equal(selected(snapshot, is('red')).length, 150);
  t.equal(parsedSince(), 300);
  t.strictSame(selected(snapshot, is('green')), []);
  t.equal(selected(snapshot, isNot('red')).length, 150);
  t.equal(parsedSince(), 0, 'what is known answers other questions too');
  const changed = snapshot.copy();
  changed.set(`${prefix}n150`, thing('n150', 'green'));
  changed.set(`${prefix}n150a`, thing('n150a', 'green'));
  changed.delete(`${prefix}n100`);
  const later = new TreeSnapshot(2, changed);
  t.strictSame(selected(later, is('green')), ['n150', 'n150a']);
  t.equal(parsedSince(), 2);
  t.equal(selected(later, is('red')).length, 148);
  t.strictSame(selected(snapshot, is('green')), [], 'the older view stays what it was');
  t.equal(selected(snapshot, is('red')).length, 150);
  t.equal(parsedSince(), 0);
  t.end();
});

t.test('terms on labels and fields are combined, and a new column reads each object once', (t) => {
  const { thing, parsedSince } = things();
  const tree = ObjectTree.empty();
  for (let index = 10; index < 60; index += 1) tree.set(`${prefix}n${index}`, thing(`n${index}`, 'red'));
  const snapshot = new TreeSnapshot(1, tree);
  t.strictSame(selected(snapshot, is('red'), is('n20', 'fields', 'metadata.name')), ['n20']);
  t.strictSame(selected(snapshot, isNot('red'), is('n20', 'fields', 'metadata.name')), []);
  t.equal(parsedSince(), 50);
  t.end();
});

t.test('a column survives more values than it has codes, and more columns than are kept', (t) => {
  const { thing } = things();
  const tree = ObjectTree.empty();
  for (let round = 0; round < 40; round += 1) {
    for (let index = 10; index < 20; index += 1)
      tree.set(`${prefix}n${index}`, thing(`n${index}`, `c${round}-${index}`));
    const snapshot = new TreeSnapshot(round, tree);
    t.strictSame(selected(snapshot, is(`c${round}-15`)), ['n15']);
    t.strictSame(selected(snapshot, is(`c${round - 1}-15`)), []);
    const absent: Requirement = { from: 'labels', name: `other${round}`, matches: (value) => value === undefined };
    t.equal(selected(snapshot, absent).length, 10);
  }
  t.end();
});

t.test('the parsed selector values of an object are kept while it is new, and dropped when it is in a block', (t) => {
  const { thing, parsedSince } = things();
  const tree = ObjectTree.empty();
  const object = thing('n1', 'red');
  tree.set(object.key, object);
  t.equal(object.labels.get('color'), 'red');
  t.equal(object.fields.get('metadata.name'), 'n1');
  t.equal(parsedSince(), 1);
  for (const _piece of new TreeSnapshot(1, tree).run(prefix, undefined, 0).items());
  t.equal(object.packed, true);
  t.equal(object.labels.get('color'), 'red');
  t.equal(parsedSince(), 1);
  t.end();
});
