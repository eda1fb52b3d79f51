// Sequences of writes by several managers, with the resulting object and owners.

import t from 'tap';
import { OwnedObject, structOf } from '../../../fixtures/shared/owned-object.fixture.ts';
import type { Schema, StructSchema } from '../../schema/schema.ts';
import { ApplyConflicts } from './conflict.ts';
import { TypedError } from '../typed/typed-value.ts';

type Value = Record<string, unknown>;

const text: Schema = { type: 'string' };
const count: Schema = { type: 'int32' };
const listOf = (items: Schema, listType: 'atomic' | 'set' | 'map', ...keys: string[]): Schema => ({
  type: 'list',
  items,
  listType,
  keys,
});
const port = structOf('Port', { port: count, protocol: text, target: text }, { defaults: { protocol: 'TCP' } });
const point = { x: count, y: count };
const fields = (atomic: boolean): Record<string, Schema> => ({
  name: text,
  size: count,
  labels: { type: 'map', values: text, mapType: atomic ? 'atomic' : 'granular' },
  point: structOf('Point', point, { atomic }),
  words: listOf(text, atomic ? 'atomic' : 'set'),
  items: atomic
    ? listOf(structOf('Item', { name: text, value: text, tags: listOf(text, 'set') }), 'atomic')
    : listOf(structOf('Item', { name: text, value: text, tags: listOf(text, 'set') }), 'map', 'name'),
  ports: listOf(port, atomic ? 'atomic' : 'map', 'port', 'protocol'),
  either: { type: 'intOrString' },
  any: { type: 'raw' },
  embedded: { type: 'raw', atomic: true },
});
const granular = structOf('Thing', fields(false));
const atomic = structOf('Thing', fields(true));

type Step =
  | { readonly apply: string; readonly value: Value; readonly force?: true; readonly version?: string }
  | { readonly update: string; readonly value: Value; readonly version?: string }
  | { readonly refused: string; readonly value: Value; readonly conflicts: readonly string[] }
  | { readonly schemas: Readonly<Record<string, StructSchema>> };

interface Scenario {
  readonly title: string;
  /** Default: everything granular, version v1. */
  readonly schemas?: Readonly<Record<string, StructSchema>>;
  readonly steps: readonly Step[];
  readonly object: Value;
  readonly owned: Readonly<Record<string, readonly string[]>>;
}

const scenarios: readonly Scenario[] = [
  {
    title: 'an applier owns the fields that it applies, and items by their keys',
    steps: [{ apply: 'a', value: { name: 'n', items: [{ name: 'i', value: '1' }], labels: { k: 'v' }, point: {} } }],
    object: { name: 'n', items: [{ name: 'i', value: '1' }], labels: { k: 'v' }, point: {} },
    owned: {
      'a Apply': [
        '.name',
        '.point',
        '.items[name="i"]',
        '.items[name="i"].name',
        '.items[name="i"].value',
        '.labels.k',
      ],
    },
  },
  {
    title: 'equal values are owned together (APPLY-035, APPLY-036, APPLY-068)',
    steps: [
      { apply: 'a', value: { name: 'n' } },
      { apply: 'b', value: { name: 'n' } },
    ],
    object: { name: 'n' },
    owned: { 'a Apply': ['.name'], 'b Apply': ['.name'] },
  },
  {
    title: 'another value is a conflict, with each co-owner (APPLY-030, APPLY-037)',
    steps: [
      { apply: 'a', value: { name: 'n', size: 1 } },
      { apply: 'b', value: { name: 'n' } },
      { refused: 'c', value: { name: 'm', size: 1 }, conflicts: ['"a": .name', '"b": .name'] },
    ],
    object: { name: 'n', size: 1 },
    owned: { 'a Apply': ['.name', '.size'], 'b Apply': ['.name'] },
  },
  {
    title: 'a forced apply is the only owner of what it changes (APPLY-031, APPLY-033)',
    steps: [
      { apply: 'a', value: { name: 'n', size: 1 } },
      { apply: 'b', value: { name: 'm' }, force: true },
    ],
    object: { name: 'm', size: 1 },
    owned: { 'a Apply': ['.size'], 'b Apply': ['.name'] },
  },
  {
    title: 'an owner of nothing is none',
    steps: [
      { apply: 'a', value: { name: 'n' } },
      { apply: 'b', value: { name: 'm' }, force: true },
      { apply: 'b', value: {} },
    ],
    object: {},
    owned: {},
  },
  {
    title:
      'a field that is left out is removed, unless another manager owns it (APPLY-034, APPLY-038, APPLY-041, APPLY-043)',
    steps: [
      { apply: 'a', value: { name: 'n', size: 1, labels: { x: '1', y: '2' } } },
      { apply: 'b', value: { size: 1, labels: { y: '2' } } },
      { apply: 'a', value: { name: 'n' } },
    ],
    object: { name: 'n', size: 1, labels: { y: '2' } },
    owned: { 'a Apply': ['.name'], 'b Apply': ['.size', '.labels.y'] },
  },
  {
    title: 'an apply does not remove fields of an update that it leaves out (APPLY-070)',
    steps: [
      { update: 'u', value: { size: 2 } },
      { apply: 'a', value: { name: 'n', size: 2 } },
      { apply: 'a', value: { name: 'n' } },
    ],
    object: { name: 'n', size: 2 },
    owned: { 'a Apply': ['.name'], 'u Update': ['.size'] },
  },
  {
    title: 'an update takes what it changes, and only that (APPLY-032, APPLY-039, APPLY-040)',
    steps: [
      { apply: 'a', value: { name: 'n', size: 1 } },
      { update: 'u', value: { name: 'n', size: 2 } },
    ],
    object: { name: 'n', size: 2 },
    owned: { 'a Apply': ['.name'], 'u Update': ['.size'] },
  },
  {
    title: 'an update that removes a field takes it from its owner',
    steps: [
      { apply: 'a', value: { name: 'n', labels: { x: '1', y: '2' } } },
      { update: 'u', value: { name: 'n', labels: { x: '1' } } },
    ],
    object: { name: 'n', labels: { x: '1' } },
    owned: { 'a Apply': ['.name', '.labels.x'] },
  },
  {
    title: 'an object without owners that is applied has had one before',
    steps: [{ schemas: { v1: granular } }, { apply: 'a', value: { name: 'n' } }],
    object: { name: 'n', size: 5 },
    owned: { 'a Apply': ['.name'], 'before-first-apply Update': ['.size'] },
  },
  {
    title:
      'items of a keyed list belong to the manager that applied them, in the order of the last applier (APPLY-007)',
    steps: [
      { apply: 'a', value: { items: [{ name: '1' }, { name: '2' }, { name: '3' }] } },
      { apply: 'b', value: { items: [{ name: '4' }, { name: '3' }, { name: '1', value: 'x' }] } },
    ],
    object: { items: [{ name: '2' }, { name: '4' }, { name: '3' }, { name: '1', value: 'x' }] },
    owned: {
      'a Apply': ['1', '2', '3'].flatMap((name) => [`.items[name="${name}"]`, `.items[name="${name}"].name`]),
      'b Apply': [
        ...['1', '3', '4'].map((name) => `.items[name="${name}"]`),
        '.items[name="1"].name',
        '.items[name="1"].value',
        '.items[name="3"].name',
        '.items[name="4"].name',
      ],
    },
  },
  {
    title: 'an item stays while a manager owns a part of it',
    steps: [
      { apply: 'a', value: { items: [{ name: '1', value: 'x' }] } },
      { apply: 'b', value: { items: [{ name: '1', tags: ['t'] }] } },
      { apply: 'a', value: {} },
    ],
    object: { items: [{ name: '1', tags: ['t'] }] },
    owned: { 'b Apply': ['.items[name="1"]', '.items[name="1"].name', '.items[name="1"].tags[="t"]'] },
  },
  {
    title: 'a key that is left out is its default (APPLY-010)',
    steps: [
      {
        apply: 'a',
        value: {
          ports: [
            { port: 1, target: 'x' },
            { port: 1, protocol: 'UDP' },
          ],
        },
      },
      { apply: 'b', value: { ports: [{ port: 1, protocol: 'TCP', target: 'x' }] } },
    ],
    object: {
      ports: [
        { port: 1, target: 'x', protocol: 'TCP' },
        { port: 1, protocol: 'UDP' },
      ],
    },
    owned: {
      'a Apply': [
        '.ports[port=1,protocol="TCP"]',
        '.ports[port=1,protocol="UDP"]',
        '.ports[port=1,protocol="TCP"].port',
        '.ports[port=1,protocol="TCP"].target',
        '.ports[port=1,protocol="UDP"].port',
        '.ports[port=1,protocol="UDP"].protocol',
      ],
      'b Apply': [
        '.ports[port=1,protocol="TCP"]',
        '.ports[port=1,protocol="TCP"].port',
        '.ports[port=1,protocol="TCP"].protocol',
        '.ports[port=1,protocol="TCP"].target',
      ],
    },
  },
  {
    title: 'items of a set are owned one by one (APPLY-006)',
    steps: [
      { apply: 'a', value: { words: ['x', 'y'] } },
      { apply: 'b', value: { words: ['y', 'z'] } },
      { apply: 'a', value: { words: ['x'] } },
    ],
    object: { words: ['x', 'y', 'z'] },
    owned: { 'a Apply': ['.words[="x"]'], 'b Apply': ['.words[="y"]', '.words[="z"]'] },
  },
  {
    title: 'atomic lists, maps and structs have one owner as a whole (APPLY-005, APPLY-012, APPLY-015)',
    schemas: { v1: atomic },
    steps: [
      { apply: 'a', value: { labels: { x: '1' }, point: { x: 1 }, words: ['x'], items: [{ name: '1' }] } },
      {
        refused: 'b',
        value: { labels: { y: '1' }, point: { y: 1 }, words: ['y'], items: [{ name: '2' }] },
        conflicts: ['"a": .items', '"a": .labels', '"a": .point', '"a": .words'],
      },
      { apply: 'b', value: { labels: { y: '1' }, point: { y: 1 }, words: [] }, force: true },
    ],
    object: { items: [{ name: '1' }], labels: { y: '1' }, point: { y: 1 }, words: [] },
    owned: { 'a Apply': ['.items'], 'b Apply': ['.labels', '.point', '.words'] },
  },
  {
    title: 'granular maps and structs have an owner for each field (APPLY-013, APPLY-015)',
    steps: [
      { apply: 'a', value: { labels: { x: '1' }, point: { x: 1 } } },
      { apply: 'b', value: { labels: { y: '1' }, point: { y: 1 } } },
    ],
    object: { labels: { x: '1', y: '1' }, point: { x: 1, y: 1 } },
    owned: { 'a Apply': ['.labels.x', '.point.x'], 'b Apply': ['.labels.y', '.point.y'] },
  },
  {
    title: 'values without a schema are owned key by key, lists in them and embedded objects as a whole',
    steps: [
      { apply: 'a', value: { any: { x: { deep: 1 }, list: [1] }, embedded: { kind: 'K', x: 1 } } },
      { apply: 'b', value: { any: { x: { other: 2 } } } },
      {
        refused: 'b',
        value: { any: { list: [2] }, embedded: { kind: 'K', x: 2 } },
        conflicts: ['"a": .embedded', '"a": .any.list'],
      },
    ],
    object: { any: { x: { deep: 1, other: 2 }, list: [1] }, embedded: { kind: 'K', x: 1 } },
    owned: {
      'a Apply': ['.embedded', '.any.list', '.any.x', '.any.x.deep'],
      'b Apply': ['.any.x', '.any.x.other'],
    },
  },
  {
    title: 'a value that is a number or a text is one field',
    steps: [
      { apply: 'a', value: { either: 1 } },
      { refused: 'b', value: { either: '1' }, conflicts: ['"a": .either'] },
      { apply: 'b', value: { either: '1' }, force: true },
    ],
    object: { either: '1' },
    owned: { 'b Apply': ['.either'] },
  },
  {
    title: 'parts of what has become atomic are owned as the whole (APPLY-057, APPLY-058)',
    steps: [
      { apply: 'a', value: { labels: { x: '1' }, items: [{ name: '1' }] } },
      { apply: 'b', value: { labels: { y: '1' } } },
      { schemas: { v1: atomic } },
      { refused: 'c', value: { labels: { z: '1' } }, conflicts: ['"a": .labels', '"b": .labels'] },
      { apply: 'c', value: { name: 'n' } },
    ],
    object: { labels: { x: '1', y: '1' }, items: [{ name: '1' }], name: 'n' },
    owned: { 'a Apply': ['.items', '.labels'], 'b Apply': ['.labels'], 'c Apply': ['.name'] },
  },
  {
    title: 'the owner of an atomic value owns no part of it when it becomes granular (APPLY-059, APPLY-060)',
    schemas: { v1: atomic },
    steps: [
      { apply: 'a', value: { labels: { x: '1' } } },
      { schemas: { v1: granular } },
      { apply: 'b', value: { labels: { x: '2' } } },
    ],
    object: { labels: { x: '2' } },
    owned: { 'a Apply': ['.labels'], 'b Apply': ['.labels.x'] },
  },
  {
    title: 'owners of a version that is not served any more are gone, appliers are the same in each version',
    schemas: { v1: granular, v2: granular },
    steps: [
      { apply: 'a', value: { name: 'n', size: 1 }, version: 'v2' },
      { apply: 'a', value: { name: 'n' }, version: 'v1' },
      { update: 'u', value: { name: 'n', either: 1 }, version: 'v2' },
      { schemas: { v1: granular } },
      { apply: 'b', value: { labels: { x: '1' } } },
    ],
    object: { name: 'n', either: 1, labels: { x: '1' } },
    owned: { 'a Apply': ['.name'], 'b Apply': ['.labels.x'] },
  },
  {
    title: 'items that stand twice are one field of an update, and an applied one replaces them',
    steps: [
      { update: 'u', value: { items: [{ name: '1', value: 'x' }, { name: '2' }, { name: '1', value: 'y' }] } },
      { apply: 'a', value: { items: [{ name: '1', value: 'z' }] }, force: true },
    ],
    object: { items: [{ name: '1', value: 'z' }, { name: '2' }] },
    owned: {
      'a Apply': ['.items[name="1"]', '.items[name="1"].name', '.items[name="1"].value'],
      'u Update': ['.items', '.items[name="2"]', '.items[name="2"].name'],
    },
  },
];

function run(object: OwnedObject, step: Exclude<Step, { refused: string }>): void {
  if ('schemas' in step) {
    object.migrate(step.schemas);
    return;
  }
  const options = step.version === undefined ? {} : { version: step.version };
  if ('update' in step) object.update(step.update, step.value, options);
  else object.apply(step.apply, step.value, { ...options, force: step.force ?? false });
}

for (const { title, schemas, steps, object, owned } of scenarios) {
  t.test(title, async (t) => {
    const [first] = steps;
    const started = first !== undefined && 'schemas' in first ? { size: 5 } : {};
    const thing = new OwnedObject(schemas ?? { v1: granular }, started);
    for (const step of steps) {
      if ('refused' in step) t.strictSame(conflictsOf(thing, step.refused, step.value), step.conflicts);
      else run(thing, step);
    }
    t.strictSame(thing.value, object);
    t.strictSame(
      thing.owned,
      Object.fromEntries(Object.entries(owned).map(([owner, paths]) => [owner, [...paths].sort()])),
    );
  });
}

function conflictsOf(thing: OwnedObject, manager: string, value: Value): string[] {
  try {
    thing.apply(manager, value);
    return [];
  } catch (error) {
    if (!(error instanceof ApplyConflicts)) throw error;
    let owner = '';
    const told: string[] = [];
    for (const line of error.message.split('\n')) {
      owner = /conflicts? with ("[^"]*")/.exec(line)?.[1] ?? owner;
      const path = /(?:^- |: )(\.[^:]*)$/.exec(line)?.[1];
      if (path !== undefined) told.push(`${owner}: ${path}`);
    }
    return told;
  }
}

t.test('items that cannot be distinguished are an error with their path', async (t) => {
  const thing = new OwnedObject({ v1: granular });
  t.throws(
    () => {
      thing.update('u', { items: [{ value: 'x' }] });
    },
    new TypedError(
      ['f:items'],
      'element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ),
  );
});
