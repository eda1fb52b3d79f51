import fc from 'fast-check';
import t from 'tap';
import { stringifyJson } from '../json/json.ts';
import { YamlError } from './yaml-builder.ts';
import { parseYaml } from './yaml.ts';
import { toYaml } from './yaml-writer.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const read = (text: string): unknown => parseYaml(text).value;
const problem = (text: string): string => {
  try {
    parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
  return 'read';
};

t.test('a manifest reads as the object it describes (MEDIA-024)', async (t) => {
  const text = `# a comment
---
apiVersion: v1
kind: Pod
metadata: {name: a, labels: {"x": 'y'}}
spec:
  containers:
  - name: c
    args: ["-c"]
    command: &sh [sh]
  - name: d
    command: *sh
`;
  t.strictSame(read(text), {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: { x: 'y' } },
    spec: {
      containers: [
        { name: 'c', args: ['-c'], command: ['sh'] },
        { name: 'd', command: ['sh'] },
      ],
    },
  });
  t.strictSame(read('{"a": [1, "b", null, true]}'), { a: [1, 'b', null, true] }, 'JSON is YAML (MEDIA-034)');
});

t.test('plain scalars mean what the manifests of the field mean by them', async (t) => {
  const cases: [string, unknown][] = [
    ['yes', true],
    ['No', false],
    ['on', true],
    ['OFF', false],
    ['y', true],
    ['true', true],
    ['tRue', 'tRue'],
    ['~', null],
    ['', null],
    ['Null', null],
    ['0777', 511],
    ['0o17', 15],
    ['0x1F', 31],
    ['0b11', 3],
    ['1_000', 1000],
    ['08', 8],
    ['-12', -12],
    ['+3', 3],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1:30', '1:30'],
    ['2020-01-01', '2020-01-01'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['1.2.3', '1.2.3'],
    ['100m', '100m'],
    ['9223372036854775807', 9223372036854775807n],
    ['1_0.5', 10.5],
    ['.5_0', 0.5],
    ['1e400', '1e400'],
    ['-9223372036854775809', -9223372036854775808],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 18446744073709551616],
    ['0xffffffffffffffffff', '0xffffffffffffffffff'],
    ['!!foo x', 'x'],
    ['!!float 0x10', 16],
    ["'yes'", 'yes'],
    ['"1"', '1'],
    ['!!str 1', '1'],
    ['!!int "3"', 3],
    ['!mine x', 'x'],
  ];
  for (const [text, value] of cases) t.strictSame(read(`a: ${text}`), { a: value }, text);
  t.strictSame(read('on: 1\n1: b\n1e-7: c'), { true: 1, 1: 'b', '1e-07': 'c' }, 'keys become text');
  for (const text of ['null: c', '~: c', '9223372036854775808: c'])
    t.match(problem(text), /a map key is neither/, text);
  for (const text of [
    '!!timestamp x',
    '!!timestamp 2020-02-30',
    '!!binary a',
    '!!int 18446744073709551616',
    '!!bool 1',
  ])
    t.match(problem(`a: ${text}`), /cannot decode/, text);
  t.match(problem('a: .inf'), /^yaml: line 1: \.inf is not a number/);
});

t.test('a repeated key is reported with its line, all of them, and the last counts (FVAL-034)', async (t) => {
  const { value, duplicates } = parseYaml('a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\na: 2\n');
  t.strictSame(value, { a: 2, b: { c: 3, d: 2 } });
  t.strictSame(duplicates, ['line 5: key "c" already set in map', 'line 6: key "a" already set in map']);
});

t.test('merge keys fill in what a map does not say itself', async (t) => {
  t.strictSame(read('x: &x {a: 1, b: 2}\nz:\n  <<: *x\n  b: 3\n'), { x: { a: 1, b: 2 }, z: { b: 3, a: 1 } });
  t.match(problem('z:\n  <<: 3\n'), /map merge requires/);
  const repeated = parseYaml('{a: 1, <<: [{a: 2}, {a: 3, b: 4}], !!merge <<: {c: 5}}');
  t.strictSame(repeated.value, { a: 2, b: 4, c: 5 }, 'what stands further down counts, of several maps the first');
  t.strictSame(
    repeated.duplicates,
    Array.from({ length: 2 }, () => 'line 1: key "a" already set in map'),
  );
});

t.test('text that is no YAML, or several documents, are refused with the line', async (t) => {
  t.match(problem('a: b: c'), /^yaml: line 1: /);
  t.match(problem('a:\n  - b\n c: d'), /^yaml: line 3: /);
  t.match(problem('a: 1\n---\nb: 2\n'), /several documents/);
  t.equal(problem('a: 1\n---\n'), 'read');
  t.match(problem('a: *b'), /unknown anchor 'b'/);
  t.match(problem('a: &a [*a]'), /contains itself/);
  t.match(problem('? [a]\n: b'), /map key/);
  t.equal(read(''), null);
});

t.test('aliases that multiply and nesting without end are refused quickly', async (t) => {
  let bomb = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
  for (let level = 1; level < 9; level += 1) {
    bomb += `a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]\n`;
  }
  t.match(problem(bomb), /excessive aliasing/);
  t.match(problem(`a: ${'['.repeat(20_000)}`), /^yaml: /);
});

t.test('a key named __proto__ is data', async (t) => {
  t.equal(JSON.stringify(read('__proto__: {a: 1}\nb: 2')), '{"__proto__":{"a":1},"b":2}');
});

t.test('written YAML reads back as the same value (MEDIA-023)', async (t) => {
  explore(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const object = { value };
      return stringifyJson(read(toYaml(object))) === JSON.stringify(object);
    }),
  );
  const words = [
    'yes',
    'no',
    '0777',
    '0b1',
    '1_0',
    '1e3',
    '~',
    '',
    'y',
    'n',
    'on',
    '.inf',
    '0x1',
    '2020-01-01',
    '<<',
    'null',
    '- a',
    ' a',
    'a: b',
    '#',
    '1:30',
    '+1',
    '.5',
  ];
  for (const word of words) t.strictSame(read(toYaml({ [word]: word })), { [word]: word }, word);
  t.equal(toYaml({ a: 9223372036854775807n, b: undefined }), 'a: 9223372036854775807\n');
});
