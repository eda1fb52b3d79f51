// What holds of every sequence of writes.

import fc from 'fast-check';
import t from 'tap';
import { OwnedObject, structOf } from '../../../fixtures/shared/owned-object.fixture.ts';
import { Dice } from '../../../fixtures/history/dice.ts';
import { kinds, sampleOfKind } from '../../../fixtures/shared/random-objects.fixture.ts';
import type { Schema } from '../../schema/schema.ts';
import { compare } from '../typed/compare.ts';
import { ApplyConflicts } from './conflict.ts';
import { isEmpty, pathsOf, union } from '../field/field-set.ts';
import { describePath } from '../field/path-element.ts';
import { fieldsOf } from '../typed/fields-of.ts';
import { readManagedFields, writeManagedFields } from './managed-fields.ts';
import { merge } from '../typed/merge.ts';
import { sameJson } from '../typed/typed-value.ts';
import { faultsOf } from '../typed/validate-typed.ts';
import { explore, seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';

type Value = Record<string, unknown>;

const text: Schema = { type: 'string' };
const item = structOf('Item', { name: text, value: text });
const thing = structOf('Thing', {
  name: text,
  labels: { type: 'map', values: text, mapType: 'granular' },
  one: { type: 'map', values: text, mapType: 'atomic' },
  words: { type: 'list', items: text, listType: 'set', keys: [] },
  items: { type: 'list', items: item, listType: 'map', keys: ['name'] },
  any: { type: 'raw' },
});

const letter = fc.constantFrom('p', 'q', 'r');
const map = fc.dictionary(letter, letter, { minKeys: 1, maxKeys: 3 });
// Without empty lists and objects, which are not stored, and without nulls, which say that a field shall not be there.
const value: fc.Arbitrary<Value> = fc.record(
  {
    name: letter,
    labels: map,
    one: map,
    words: fc.uniqueArray(letter, { minLength: 1 }),
    items: fc.uniqueArray(fc.record({ name: letter, value: letter }, { requiredKeys: ['name'] }), {
      selector: (one) => one.name,
      minLength: 1,
    }),
    any: fc.oneof(letter, map, fc.array(letter)),
  },
  { requiredKeys: [] },
);

const write = fc.record({
  manager: fc.constantFrom('a', 'b', 'c'),
  value,
  way: fc.constantFrom('apply', 'force', 'update'),
});
type Write = { manager: string; value: Value; way: string };

/** False: the write was refused. */
function run(object: OwnedObject, { manager, value, way }: Write): boolean {
  try {
    if (way === 'update') object.update(manager, value);
    else object.apply(manager, value, { force: way === 'force' });
    return true;
  } catch (error) {
    if (error instanceof ApplyConflicts) return false;
    throw error;
  }
}

function after(writes: readonly Write[]): OwnedObject {
  const object = new OwnedObject({ v1: thing });
  for (const one of writes) run(object, one);
  return object;
}

const writes = fc.array(write, { maxLength: 6 });
const whole = (object: OwnedObject): string => JSON.stringify([object.value, object.owned]);

t.test('an apply that is repeated changes nothing (APPLY-071)', async () => {
  explore(
    fc.property(writes, letter, value, (before, manager, wanted) => {
      const object = after(before);
      object.apply(manager, wanted, { force: true });
      const once = whole(object);
      object.apply(manager, wanted);
      return whole(object) === once;
    }),
  );
});

t.test('a conflict leaves everything as it was (APPLY-067)', async () => {
  explore(
    fc.property(writes, write, (before, last) => {
      const object = after(before);
      const then = whole(object);
      return run(object, last) || whole(object) === then;
    }),
  );
});

t.test('a forced apply is never refused, and what it says is so (APPLY-031)', async () => {
  explore(
    fc.property(writes, value, (before, wanted) => {
      const object = after(before);
      object.apply('z', wanted, { force: true });
      return sameJson(merge(object.value, wanted, thing), { ...wanted, ...object.value });
    }),
  );
});

t.test('appliers of different fields may come in any order', async () => {
  explore(
    fc.property(map, map, letter, letter, (left, right, x, y) => {
      const [one, other] = [{ labels: left, name: x }, { any: { ...right, deep: y } }];
      const [ab, ba] = [new OwnedObject({ v1: thing }), new OwnedObject({ v1: thing })];
      ab.apply('a', one);
      ab.apply('b', other);
      ba.apply('b', other);
      ba.apply('a', one);
      return sameJson(ab.value, ba.value) && sameJson(ab.owned, ba.owned);
    }),
  );
});

t.test('applied fields without an owner are removed', async () => {
  explore(
    fc.property(
      fc.array(
        write.map((one) => ({ ...one, way: 'force' })),
        { maxLength: 6 },
      ),
      (applies) => {
        const object = after(applies);
        for (const manager of ['a', 'b', 'c']) object.apply(manager, {});
        return Object.keys(object.owned).length === 0 && sameJson(object.value, {});
      },
    ),
  );
});

// An applier that gives up the last member of a list or map empties it and does not remove it. An updater still owns the
// empty value, which is not stored. The reference server leaves the same entry behind.
t.test('every owner owns a field, and every owned field exists or was emptied by an apply', async () => {
  explore(
    fc.property(writes, (all) => {
      const object = after(all);
      const there = union(fieldsOf(object.value, thing), compare({}, object.value, thing).added);
      const paths = new Set([...pathsOf(there).map(describePath), ...[...object.emptied].map((field) => `.${field}`)]);
      return [...object.owners.values()].every(
        ({ fields }) => !isEmpty(fields) && pathsOf(fields).every((path) => paths.has(describePath(path))),
      );
    }),
  );
});

t.test('an updater still owns a map that an applier emptied', async (t) => {
  const object = after([
    { manager: 'a', value: { labels: { p: 'p' } }, way: 'update' },
    { manager: 'b', value: { labels: { p: 'q' } }, way: 'force' },
    { manager: 'b', value: {}, way: 'apply' },
  ]);
  t.strictSame(object.value, {});
  t.strictSame(object.owned, { 'a Update': ['.labels'] });
  object.update('c', { name: 'p' });
  t.strictSame(object.owned, { 'a Update': ['.labels'], 'c Update': ['.name'] });
});

t.test('owners survive the form in which an object carries them', async () => {
  explore(
    fc.property(writes, (all) => {
      const { owners } = after(all);
      const entries = writeManagedFields(owners);
      const again = readManagedFields(JSON.parse(JSON.stringify(entries ?? [])));
      return JSON.stringify(writeManagedFields(again)) === JSON.stringify(entries) && again.size === owners.size;
    }),
  );
});

t.test('objects of every built-in kind: equal ones do not differ, applied ones merge into themselves', async (t) => {
  const wrong: string[] = [];
  let compared = 0;
  for (const [index, name] of kinds.entries()) {
    const dice = seedOfRun() + index;
    const sample = sampleOfKind(name, new Dice(dice));
    const again = structuredClone(sample.value) as Value;
    // Items of a keyed list that have no keys cannot be distinguished.
    if (faultsOf(again, sample.schema, { duplicates: true }).length > 0) continue;
    compared += 1;
    const { added, modified, removed } = compare(sample.value, again, sample.schema);
    const fresh = compare({}, again, sample.schema);
    // Lists that hold an item twice cannot be applied.
    const applicable = faultsOf(again, sample.schema).length === 0;
    const merged = applicable ? merge(sample.value, again, sample.schema) : sample.value;
    const same = [added, modified, removed, fresh.modified, fresh.removed].every(isEmpty);
    if (!same || merged !== sample.value) wrong.push(`${name.group}/${name.version} ${name.kind}, dice ${dice}`);
  }
  t.strictSame(wrong, []);
  t.ok(compared > kinds.length / 2, `${compared} of ${kinds.length} kinds`);
});
