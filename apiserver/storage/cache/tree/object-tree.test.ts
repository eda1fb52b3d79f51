import fc from 'fast-check';
import t, { type Test } from 'tap';

import { EncodedCachedObject, type ObjectShape } from './cached-object.ts';
import { compareKeys } from '../../format/key-order.ts';
import { ObjectTree } from './object-tree.ts';
import type { ObjectRun, Requirement } from '../../contract/resource-cache.ts';
import { encodeStored } from '../../format/stored-object.ts';
import { TreeSnapshot } from './tree-snapshot.ts';
import { explore } from '../../../../fixtures/shared/explore.fixture.ts';

const prefix = '/registry/core/things/';

const shape: ObjectShape = {
  prefix,
  namespaced: true,
  project({ metadata: { name = '', namespace = '', labels = {} } }) {
    const fields = { 'metadata.name': name, 'metadata.namespace': namespace };
    return { labels: new Map(Object.entries(labels)), fields: new Map(Object.entries(fields)) };
  },
};

/** As custom kinds have it: items say their kind and version. */
const typedShape: ObjectShape = { ...shape, typedItems: true };

interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly bytes: number;
  readonly color: string | undefined;
  readonly kind: string;
}

function objectOf(written: Written, revision: number, own = shape): EncodedCachedObject {
  const { namespace, name, bytes, color, kind } = written;
  const labels = color === undefined ? {} : { color };
  const metadata = { name, namespace, labels };
  const value = encodeStored({ kind, apiVersion: 'v1', metadata, text: 'ü'.repeat(bytes) });
  return EncodedCachedObject.of(keyOf(written), revision, value, own);
}

function keyOf({ namespace, name }: Pick<Written, 'namespace' | 'name'>): string {
  return `${prefix}${namespace}/${name}`;
}

/** The objects of a state in key order, as JSON text. */
type Model = ReadonlyMap<string, string>;

function expected(model: Model, from: string, start: string | undefined): readonly (readonly [string, string])[] {
  return [...model]
    .filter(([key]) => key.startsWith(from) && (start === undefined || compareKeys(key, start) >= 0))
    .sort(([left], [right]) => compareKeys(left, right));
}

function listed(run: ObjectRun): readonly unknown[] {
  const bytes = Buffer.concat([...run.items()]);
  if (bytes.length !== run.length) throw new Error(`${bytes.length} bytes, but ${run.length} were announced`);
  return JSON.parse(`[${bytes.toString().slice(1)}]`) as unknown[];
}

function itemOf(text: string, { typedItems }: ObjectShape): unknown {
  if (typedItems === true) return JSON.parse(text);
  const { kind: _kind, apiVersion: _version, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return rest;
}

/** Throws when the snapshot does not show the model, whichever way it is read. */
function compare(t: Test, snapshot: TreeSnapshot, model: Model, limit: number, lists: boolean, own = shape): void {
  const keys = [...model.keys()].sort(compareKeys);
  const starts = [undefined, keys[keys.length >>> 1], `${prefix}zz`];
  if (snapshot.size !== model.size) t.equal(snapshot.size, model.size);
  for (const start of starts) {
    for (const from of [prefix, `${prefix}b/`]) {
      const wanted = expected(model, from, start);
      const run = snapshot.run(from, start, 0);
      const found = Array.from(run, (object) => [object.key, object.bytes.toString()] as const);
      if (JSON.stringify(found) !== JSON.stringify(wanted)) t.strictSame(found, wanted);
      if (snapshot.count(from, start) !== wanted.length) t.equal(snapshot.count(from, start), wanted.length);
      if (!lists) continue;
      const few = snapshot.run(from, start, limit);
      const shown = JSON.stringify([listed(run), listed(few), few.last?.key]);
      const rest = wanted.map(([, text]) => itemOf(text, own));
      const right = [rest, rest.slice(0, limit), wanted.slice(0, limit).at(-1)?.[0]];
      if (shown !== JSON.stringify(right)) t.strictSame(JSON.parse(shown), right);
    }
  }
  for (const key of keys) if (snapshot.get(key)?.key !== key) t.fail(`${key} is not found`);
  for (const color of ['red', 'green', undefined]) {
    const matches = (value: string | undefined): boolean => value === color;
    const term: Requirement = { from: 'labels', name: 'color', matches, ...(color === 'red' ? { only: color } : {}) };
    const inB: Requirement = { from: 'fields', name: 'metadata.namespace', matches: (value) => value === 'b' };
    const found: string[] = [];
    const steps = snapshot.select(prefix, undefined, [term, inB], (object) => found.push(object.key) > 0);
    for (const _ of steps) continue;
    const wanted = expected(model, `${prefix}b/`, undefined)
      .filter(([, text]) => (JSON.parse(text) as Labelled).metadata.labels?.['color'] === color)
      .map(([key]) => key);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) t.strictSame(found, wanted);
  }
}

interface Labelled {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}

const written = fc.record({
  namespace: fc.constantFrom('a', 'b', 'bc', 'c'),
  name: fc.integer({ min: 0, max: 400 }).map((number) => (number === 400 ? '\u{1f600}' : `n${number}`)),
  bytes: fc.oneof(
    { weight: 99, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 1, arbitrary: fc.constant(70_000) },
  ),
  color: fc.constantFrom('red', 'blue', undefined),
  kind: fc.constantFrom('Thing', 'Thing', 'Thing', 'Other'),
});

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('put' as const), written }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('remove' as const), written }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hold' as const), list: fc.boolean(), past: fc.boolean() }) },
);

t.test('a tree and every copy of it equal a sorted map (RV-015, LIST-001)', (t) => {
  explore(
    fc.property(
      fc.array(step, { minLength: 100, maxLength: 600, size: 'max' }),
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(shape, typedShape),
      (steps, limit, own) => {
        let tree = ObjectTree.empty();
        const model = new Map<string, string>();
        const held: { readonly snapshot: TreeSnapshot; readonly model: Model }[] = [];
        for (const [at, taken] of steps.entries()) {
          if (taken.do === 'hold') {
            const snapshot = new TreeSnapshot(at, tree);
            held.push({ snapshot, model: new Map(model) });
            if (taken.list) for (const _piece of snapshot.run(prefix, undefined, 0).items());
            if (taken.past) changePast(snapshot, own);
            tree = snapshot.copy();
            continue;
          }
          const key = keyOf(taken.written);
          const previous = tree.get(key);
          if (taken.do === 'put') {
            const object = objectOf(taken.written, at + 1, own);
            tree.set(key, object);
            model.set(key, object.bytes.toString());
          } else {
            tree.delete(key);
            model.delete(key);
          }
          previous?.detach();
        }
        held.push({ snapshot: new TreeSnapshot(steps.length, tree), model });
        for (const entry of held.slice(-3)) compare(t, entry.snapshot, entry.model, limit, true, own);
      },
    ),
    { numRuns: 8 },
  );
  t.end();
});

/** A view of the past is changed without a trace in what it was made from. */
function changePast(snapshot: TreeSnapshot, own: ObjectShape): void {
  const past = snapshot.past();
  const first = snapshot.scan(prefix).next();
  if (first.done !== true) past.delete(first.value.key);
  const extra = { namespace: 'b', name: 'extra', bytes: 3, color: 'red', kind: 'Thing' };
  past.set(keyOf(extra), objectOf(extra, 1, own));
  for (const _piece of new TreeSnapshot(0, past).run(prefix, undefined, 0).items());
}

function small(name: string, color: string): EncodedCachedObject {
  return objectOf({ namespace: 'a', name, bytes: 500, color, kind: 'Thing' }, 1);
}

t.test('an unchanged collection is listed from the same memory again; a change rebuilds one leaf', (t) => {
  let tree = ObjectTree.empty();
  const names = Array.from({ length: 1000 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  for (const name of names) tree.set(keyOf({ namespace: 'a', name }), small(name, 'red'));
  const snapshot = new TreeSnapshot(1, tree);
  const pieces = [...snapshot.run(prefix, undefined, 0).items()];
  t.ok(pieces.length < 20, `${pieces.length} pieces`);
  const object = snapshot.get(keyOf({ namespace: 'a', name: 'n0500' }));
  t.equal(object?.packed, true, 'the block took the place of the memory of its own');
  const again = [...snapshot.run(prefix, undefined, 0).items()];
  t.strictSame(
    again.map((piece, at) => piece === pieces[at]),
    pieces.map(() => true),
  );
  tree = snapshot.copy();
  tree.set(keyOf({ namespace: 'a', name: 'n0500' }), small('n0500', 'blue'));
  object?.detach();
  const changed = [...new TreeSnapshot(2, tree).run(prefix, undefined, 0).items()];
  t.equal(changed.filter((piece) => !pieces.includes(piece)).length, 1);
  const before = [...snapshot.run(prefix, undefined, 0).items()];
  t.equal(Buffer.compare(Buffer.concat(before), Buffer.concat(pieces)), 0, 'the older snapshot shows what it showed');
  t.strictSame(
    before.filter((piece) => !pieces.includes(piece)).map((piece) => piece.length),
    pieces.filter((piece) => !before.includes(piece)).map((piece) => piece.length),
    'from memory of its own where it differs',
  );
  t.end();
});

t.test('few objects keep memory of their own, and mostly unused blocks are released', (t) => {
  const tree = ObjectTree.empty();
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  for (const name of names) tree.set(keyOf({ namespace: 'a', name }), small(name, 'red'));
  const packed = (): number => names.filter((name) => tree.get(keyOf({ namespace: 'a', name }))?.packed).length;
  t.equal(packed(), 51, 'every seventeenth object gives all of them a block');
  for (const _piece of new TreeSnapshot(1, tree).run(prefix, undefined, 0).items());
  t.equal(packed(), 60);
  for (const name of names.slice(0, 10)) tree.set(keyOf({ namespace: 'a', name }), small(name, 'blue'));
  for (const name of names.slice(10, 35)) tree.delete(keyOf({ namespace: 'a', name }));
  t.equal(packed(), 25, 'of a block whose other 35 objects are gone');
  tree.delete(keyOf({ namespace: 'a', name: 'n35' }));
  t.equal(packed(), 34, 'all in a new one');
  t.end();
});

t.test('objects that change all the time get one block, and another one only after a list', (t) => {
  const tree = ObjectTree.empty();
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  for (const name of names) tree.set(keyOf({ namespace: 'a', name }), small(name, 'red'));
  const packed = (): number => names.filter((name) => tree.get(keyOf({ namespace: 'a', name }))?.packed).length;
  const change = (color: string): void => {
    for (const name of names) tree.set(keyOf({ namespace: 'a', name }), small(name, color));
  };
  const listed = (): string => {
    const items = [...new TreeSnapshot(1, tree).run(prefix, undefined, 0).items()];
    return Buffer.concat(items).toString();
  };
  listed();
  change('blue');
  t.equal(packed(), 17, 'those that changed first are in a block made for the next list');
  for (const color of ['green', 'white', 'black']) change(color);
  t.equal(packed(), 0, 'no list came');
  t.equal(listed().match(/black/g)?.length, 60);
  t.equal(packed(), 60);
  change('grey');
  t.ok(packed() > 0, 'repeated lists find most of it ready');
  t.end();
});

t.test('ascending keys produce full leaves, at the end and between others', (t) => {
  const tree = ObjectTree.empty();
  const put = (name: string): void => void tree.set(keyOf({ namespace: 'a', name }), small(name, 'red'));
  for (let index = 0; index < 20; index += 1) put(`m${index + 10}`);
  for (let index = 0; index < 20; index += 1) put(`z${index + 10}`);
  for (let index = 0; index < 1000; index += 1) put(`n${index + 1000}`);
  t.ok(tree.leaves.length <= 18, `${tree.leaves.length} leaves of at most 64 for 1040 objects`);
  t.end();
});
