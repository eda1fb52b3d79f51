import t from 'tap';
import { jsonPath } from './json-path.ts';

const object = {
  spec: {
    names: ['a', 'b', 'c'],
    parts: [
      { type: 'One', n: 1, inner: { name: 'x' } },
      { type: 'Two', n: 2 },
    ],
    "it's": 'quoted',
  },
};

t.test('a path finds fields, elements, ranges, filtered items and what stands anywhere below', async (t) => {
  for (const [path, found] of [
    ['.spec.names[0]', ['a']],
    ['.spec.names[-1]', ['c']],
    ['.spec.names[2,0,2]', ['c', 'a']],
    ['.spec.names[1:]', ['b', 'c']],
    ['.spec.names[3]', []],
    ['.spec.parts[*].type', ['One', 'Two']],
    ['.spec.parts[?(@.type=="Two")].n', [2]],
    ['.spec.parts[?(@.n<2)].type', ['One']],
    ['.spec.parts[?(@.n!="1")].type', ['One', 'Two']],
    ['.spec.parts[?(@.inner.name)].type', ['One']],
    ['..name', ['x']],
    [".spec['names'][1]", ['b']],
    [".spec['it\\'s']", ['quoted']],
  ] as const) {
    t.strictSame(jsonPath(path)?.(object), found, path);
  }
  for (const path of ['spec', '.spec[', ".spec['a", '.spec[?(@.a==)]', '.spec[a]'])
    t.equal(jsonPath(path), undefined, path);
});

// Who defines a kind chooses the path, and who stores an object what it is read from. Each of these took exponential time.
t.test('no path takes more time than the object is large', async (t) => {
  let chain: object = { end: 'x' };
  for (let depth = 0; depth < 200; depth += 1) chain = { a: chain };
  t.equal(jsonPath('..a'.repeat(60))?.(chain).length, 141, 'each map once');
  t.strictSame(jsonPath('..a'.repeat(60) + '..end')?.(chain), ['x']);
  let nest: unknown = 'x';
  for (let depth = 0; depth < 60; depth += 1) nest = [nest];
  t.strictSame(jsonPath('[0,-1,0]'.repeat(60))?.(nest), ['x']);
  t.equal(jsonPath(`[?(@${'.a'.repeat(2_000)}`), undefined, 'a filter without an end');
  t.equal(jsonPath(`['${'\\'.repeat(2_001)}`), undefined, 'a name without an end');
});
