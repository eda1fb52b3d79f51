import fc from 'fast-check';
import t from 'tap';
import { JsonSyntaxError, scanJson } from './json-scanner.ts';
import { parseJson, stringifyJson } from './json.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const problem = (text: string, maxDepth = 256): string => {
  try {
    parseJson(text, { maxDepth });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
  return 'read';
};

t.test('keys given twice are reported with their paths and the last value counts (FVAL-030U)', async (t) => {
  const text = '{"a":1,"b":[{"c":1,"c":2,"c":3}],"a":{"d":"x:y\\":","d":[]}}';
  const { value, duplicates } = parseJson(text);
  t.strictSame(value, { a: { d: [] }, b: [{ c: 3 }] });
  t.strictSame(duplicates, ['b[0].c', 'a', 'a.d']);
  t.strictSame(parseJson('{"a":{"b":1},"c":{"b":1}}').duplicates, []);
  t.strictSame(parseJson('{"__proto__":1,"__proto__":2}').duplicates, ['__proto__']);
});

t.test('reports of duplicate keys are short and cheap, even below very long keys', async (t) => {
  const above = 'x'.repeat(1_000_000);
  const begun = performance.now();
  const often = parseJson(`{"${above}":{${'"a":0,'.repeat(20_000)}"a":1}}`);
  const inOnePlace = parseJson(`{"${above}":{${'"k":{"a":0,"a":0},'.repeat(20_000)}"k":1}}`);
  t.ok(performance.now() - begun < 20_000, 'a path is not made again for each of them');
  for (const { duplicates } of [often, inOnePlace]) t.strictSame(duplicates, [`${above.slice(0, 4096)}...`]);
  const many = Array.from({ length: 200 }, (_, index) => `"k${index}":0,"k${index}":0`);
  t.equal(parseJson(`{${many.join(',')}}`).duplicates.length, 100);
});

t.test('integers beyond 2^53 are exact, and are written as they were read', async (t) => {
  const text = '{"a":9223372036854775807,"b":[9007199254740993],"c":1.5,"d":"9223372036854775807","e":1e30}';
  const { value } = parseJson(text);
  t.strictSame(value, { a: 9223372036854775807n, b: [9007199254740993n], c: 1.5, d: '9223372036854775807', e: 1e30 });
  t.equal(stringifyJson(value), text.replace('1e30', '1e+30'));
  t.equal(
    stringifyJson({ a: [1n, undefined], b: undefined, c: {}, d: [] }, 2),
    '{\n  "a": [\n    1,\n    null\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

t.test('text that is no JSON is refused in the words that clients know', async (t) => {
  t.equal(problem('{"a":}'), "invalid character '}' looking for beginning of value");
  t.equal(problem('{"a":1'), 'unexpected end of JSON input');
  t.equal(problem('{"a" 1}'), "invalid character '1' after object key");
  t.equal(problem('{"a":1 "b":2}'), `invalid character '"' after object key:value pair`);
  t.equal(problem('[1 2]'), "invalid character '2' after array element");
  t.equal(problem('{a:1}'), "invalid character 'a' looking for beginning of object key string");
  t.equal(problem('{} x'), "invalid character 'x' after top-level value");
  t.equal(problem('tru'), 'unexpected end of JSON input');
  t.equal(problem('trux'), "invalid character 'x' in literal true (expecting 'e')");
  t.equal(problem('"\\x"'), "invalid character 'x' in string escape code");
  t.equal(problem('"a\nb"'), "invalid character '\\n' in string literal");
  t.equal(problem(''), 'unexpected end of JSON input');
  t.equal(problem('kind: Pod'), "invalid character 'k' looking for beginning of value");
});

t.test('nesting beyond the limit is refused, also millions deep', async (t) => {
  t.equal(problem('[[[]]]', 2), 'exceeded max depth');
  t.equal(problem('[[[]]]', 3), 'read');
  t.equal(problem('['.repeat(1_000_000)), 'exceeded max depth');
  t.equal(problem('{"a":'.repeat(100_000)), 'exceeded max depth');
});

t.test('the exact reader and the native one agree', async () => {
  explore(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      const scanned = scanJson(text, 256);
      return stringifyJson(scanned.value) === text && scanned.duplicates.length === 0;
    }),
  );
  explore(
    fc.property(
      fc.string({ maxLength: 30, unit: fc.constantFrom(...Array.from('{}[]",:\\u0019tfn- .eE')) }),
      (text) => {
        let native = true;
        try {
          JSON.parse(text);
        } catch {
          native = false;
        }
        return native === (problem(text) === 'read');
      },
    ),
    { numRuns: 2000 },
  );
});
