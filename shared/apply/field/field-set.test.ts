import fc from 'fast-check';
import t from 'tap';
import { including } from './field-filter.ts';
import type { FieldSet } from './field-set.ts';
import { countPaths, difference, exclude, fieldSet, has, intersection, isEmpty, pathsOf, same } from './field-set.ts';
import { union, unionAll } from './field-set.ts';
import { FieldIndex } from './field-index.ts';
import { readFieldsV1 } from './fields-v1.ts';
import {
  compareElements,
  describePath,
  type FieldPath,
  fieldElement,
  keyElement,
  readElement,
  sortByElement,
  valueElement,
} from './path-element.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom('<', '\u2028', '😀', '\uffff', '"'));
const element = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', '.', '__proto__').map(fieldElement) },
  fc.string().map(fieldElement),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('name', 'port', 'x'), scalar), { minLength: 1, selector: ([name]) => name })
    .map(keyElement),
  scalar.map(valueElement),
  fc.nat(20).map((place) => `i:${place}`),
);
const path = fc.array(element, { minLength: 1, maxLength: 4 });
const set = fc.array(path, { maxLength: 8 }).map((paths) => fieldSet(...paths));
const texts = (of: FieldSet): Set<string> => new Set(pathsOf(of).map((item) => JSON.stringify(item)));
const alike = (a: FieldSet, wanted: Iterable<string>): boolean => {
  const [mine, other] = [[...texts(a)].sort(), [...new Set(wanted)].sort()];
  return JSON.stringify(mine) === JSON.stringify(other);
};
const under = (long: FieldPath, short: FieldPath): boolean => short.every((item, place) => long[place] === item);

t.test('an index of sets answers as the sets do', async () => {
  explore(
    fc.property(fc.array(set, { maxLength: 3 }), set, (sets, asked) => {
      const [index, all] = [FieldIndex.of(...sets), unionAll(sets)];
      const rest = index.takenFrom(asked);
      return (
        index.isEmpty === isEmpty(all) &&
        same(index.sharedWith(asked), intersection(asked, all)) &&
        same(rest, difference(asked, all)) &&
        (rest === asked) === same(rest, asked)
      );
    }),
  );
});

t.test('an index of many paths answers as one of few', async (t) => {
  const names = Array.from({ length: 100 }, (_, place) => [`f:data`, `f:k${place}`]);
  const index = FieldIndex.of(fieldSet(...names));
  const asked = fieldSet(['f:data'], ['f:data', 'f:k7'], ['f:data', 'f:z'], ['f:other']);
  t.strictSame(pathsOf(index.sharedWith(asked)), [['f:data', 'f:k7']]);
  t.strictSame(pathsOf(index.takenFrom(asked)), [['f:data'], ['f:other'], ['f:data', 'f:z']]);
});

t.test('the union of sets is that of their paths, however many there are', async (t) => {
  explore(
    fc.property(fc.array(set, { maxLength: 9 }), (sets) =>
      alike(
        unionAll(sets),
        sets.flatMap((one) => [...texts(one)]),
      ),
    ),
  );
  t.ok(isEmpty(unionAll([])));
});

t.test('paths are counted, and listed up to a limit', async () => {
  explore(
    fc.property(set, fc.nat(9), (one, most) => {
      const all = pathsOf(one);
      return (
        countPaths(one) === all.length && JSON.stringify(pathsOf(one, most)) === JSON.stringify(all.slice(0, most))
      );
    }),
  );
});

t.test('elements are sorted at once as they are compared two by two', async () => {
  const odd = fc.constantFrom(
    'v:[1,2]',
    'v:[1,"a"]',
    'v:{"a":1}',
    'v:null',
    'v:true',
    'v:false',
    'v:2',
    'k:{"a":null}',
    'k:{}',
  );
  explore(
    fc.property(fc.uniqueArray(fc.oneof(element, odd), { maxLength: 12 }), (elements) => {
      const branches = elements.map((one): [string, number] => [one, 0]);
      sortByElement(branches);
      return branches.every(([one], place) => place === 0 || compareElements(branches[place - 1]?.[0] ?? '', one) <= 0);
    }),
  );
});

t.test('operations on sets are those on their paths', async () => {
  explore(
    fc.property(set, set, (a, b) => {
      const [mine, other] = [texts(a), texts(b)];
      return (
        alike(union(a, b), [...mine, ...other]) &&
        alike(
          intersection(a, b),
          [...mine].filter((item) => other.has(item)),
        ) &&
        alike(
          difference(a, b),
          [...mine].filter((item) => !other.has(item)),
        ) &&
        alike(
          exclude(a, b),
          pathsOf(a)
            .filter((item) => !pathsOf(b).some((gone) => under(item, gone)))
            .map((item) => JSON.stringify(item)),
        )
      );
    }),
  );
});

t.test('a set survives its text, and equal sets have equal texts', async () => {
  explore(
    fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
      const [one, other] = [fieldSet(...paths), fieldSet(...[...paths].reverse())];
      const text = JSON.stringify(one);
      const read = readFieldsV1(JSON.parse(text));
      return same(one, read) && JSON.stringify(read) === text && JSON.stringify(other) === text;
    }),
  );
});

t.test('an operation that changes nothing gives back the very set', async () => {
  explore(
    fc.property(set, set, (a, b) => union(union(a, b), b) === union(union(a, b), a) || same(union(a, b), union(b, a))),
  );
  explore(fc.property(set, (a) => union(a, a) === a && isEmpty(difference(a, a)) && difference(a, fieldSet()) === a));
});

t.test('a path is in a set exactly when it was put there', async () => {
  explore(
    fc.property(set, path, (a, one) => has(union(a, fieldSet(one)), one) && !has(difference(a, fieldSet(one)), one)),
  );
});

t.test('the order of path elements is total', async () => {
  explore(
    fc.property(element, element, element, (a, b, c) => {
      const opposite = Math.sign(compareElements(a, b)) === -Math.sign(compareElements(b, a));
      const transitive = !(compareElements(a, b) <= 0 && compareElements(b, c) <= 0) || compareElements(a, c) <= 0;
      return opposite && transitive && (compareElements(a, b) === 0) === (a === b);
    }),
  );
});

t.test('keys of fieldsV1 stand in the order of the reference server', async (t) => {
  const tree = fieldSet(
    ['f:z'],
    ['f:\uffff'],
    ['f:😀'],
    ['k:{"name":"b"}'],
    ['k:{"name":"a"}', 'f:image'],
    ['k:{"containerPort":9,"protocol":"TCP"}'],
    ['k:{"containerPort":10,"protocol":"TCP"}'],
    ['v:"b"'],
    ['v:10'],
    ['v:9'],
    ['i:10'],
    ['i:9'],
    ['f:a', 'f:b'],
    ['f:a'],
  );
  t.equal(
    JSON.stringify(tree),
    '{"f:a":{".":{},"f:b":{}},"f:z":{},"f:\uffff":{},"f:😀":{},' +
      '"k:{\\"containerPort\\":9,\\"protocol\\":\\"TCP\\"}":{},"k:{\\"containerPort\\":10,\\"protocol\\":\\"TCP\\"}":{},' +
      '"k:{\\"name\\":\\"a\\"}":{"f:image":{}},"k:{\\"name\\":\\"b\\"}":{},"v:9":{},"v:10":{},"v:\\"b\\"":{},' +
      '"i:9":{},"i:10":{}}',
  );
});

t.test('other spellings of a step are read as the one that is written', async (t) => {
  t.equal(readElement('k:{ "b": 1, "a" : "x<y" }'), 'k:{"a":"x\\u003cy","b":1}');
  t.equal(readElement('v: 1.0'), 'v:1');
  t.equal(readElement('v:"\\u0008"'), 'v:"\\u0008"');
  t.equal(readElement('i:007'), 'i:7');
  t.equal(readElement('q:what comes later'), undefined);
  t.strictSame(readFieldsV1({ 'f:a': { '.': {} }, 'q:x': { 'f:b': {} } }), { 'f:a': {} });
});

for (const [what, value] of Object.entries({
  'a key without its kind': { __proto__x: {} },
  'a key of one character': { f: {} },
  'keys that are no object': { 'k:[1]': {} },
  'a value that is no JSON': { 'v:{': {} },
  'a place that is no number': { 'i:x': {} },
  'a text where an object is due': { 'f:a': 'b' },
})) {
  t.test(`${what} is no field set`, async (t) => {
    t.throws(() => readFieldsV1(value), TypeError);
  });
}

t.test('paths are written as in conflict messages', async (t) => {
  const told = (...of: string[]): string => describePath(of);
  t.equal(told('f:spec', 'f:containers', 'k:{"name":"a"}', 'f:image'), '.spec.containers[name="a"].image');
  t.equal(told('f:ports', 'k:{"port":80,"protocol":"TCP"}'), '.ports[port=80,protocol="TCP"]');
  t.equal(told('f:metadata', 'f:finalizers', 'v:"x"'), '.metadata.finalizers[="x"]');
  t.equal(told('f:a', 'i:0'), '.a[0]');
});

t.test('a filter lets through what a pattern names, any item where it has a star', async (t) => {
  const set = fieldSet(
    ['f:spec', 'f:containers', 'k:{"name":"a"}', 'f:resources', 'f:limits'],
    ['f:spec', 'f:containers', 'k:{"name":"a"}', 'f:image'],
    ['f:spec', 'f:containers', 'k:{"name":"a"}'],
    ['f:status'],
  );
  const kept = including([['f:spec', 'f:containers', '*', 'f:resources']])(set);
  t.strictSame(pathsOf(kept).map(describePath), [
    '.spec.containers[name="a"]',
    '.spec.containers[name="a"].resources.limits',
  ]);
});
