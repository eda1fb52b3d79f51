import { createRequire } from 'node:module';
import fc from 'fast-check';
import t from 'tap';
import { StatusError } from '../object/status-error.ts';
import { applyJsonPatch } from './json-patch.ts';
import { parseJsonPatch } from './json-patch-document.ts';
import { applyMergePatch } from './merge-patch.ts';
import { explore } from '../../fixtures/shared/explore.fixture.ts';

interface SuiteCase {
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: unknown;
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}
const require = createRequire(import.meta.url);
const suite = [
  ...(require('json-patch-test-suite/tests.json') as SuiteCase[]),
  ...(require('json-patch-test-suite/spec_tests.json') as SuiteCase[]),
];

const patch = (document: unknown, operations: unknown): unknown =>
  applyJsonPatch(document, parseJsonPatch(JSON.stringify(operations)).operations);

const lenient = (document: unknown, ...operations: object[]): unknown =>
  applyJsonPatch(document, parseJsonPatch(JSON.stringify(operations)).operations, 'lenient');

const refusal = (act: () => unknown): StatusError => {
  try {
    act();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

t.test('the public JSON Patch suite passes and no document is changed (MEDIA-036)', async (t) => {
  for (const one of suite) {
    if (one.disabled === true) continue;
    const title = `${one.comment ?? ''} ${JSON.stringify(one.patch)}`;
    const before = JSON.stringify(one.doc);
    if (one.error !== undefined) {
      t.throws(() => patch(one.doc, one.patch), StatusError, title);
    } else {
      const result = patch(one.doc, one.patch);
      if (one.expected !== undefined) t.strictSame(result, one.expected, title);
    }
    t.equal(JSON.stringify(one.doc), before, `the document stays: ${title}`);
  }
});

t.test(
  'a failing test, or any operation that cannot be done, fails the whole patch with 422 (MEDIA-037, MEDIA-069)',
  async (t) => {
    const document = { a: 1 };
    const error = refusal(() =>
      patch(document, [
        { op: 'add', path: '/b', value: 2 },
        { op: 'test', path: '/a', value: 2 },
      ]),
    );
    t.equal(error.code, 422);
    t.equal(error.reason, 'Invalid');
    t.equal(error.message, 'testing value /a failed: test failed');
    t.strictSame(error.status.details, {});
    t.strictSame(document, { a: 1 });
    for (const path of ['/x/y', '/toString', '/__proto__/a', 'a', '/a~2', '/list/01', '/list/9', '/list/-1', '/a/b']) {
      const refused = refusal(() => patch({ a: 1, list: [1] }, [{ op: 'replace', path, value: 1 }]));
      t.equal(refused.code, 422, path);
    }
  },
);

t.test('a member that is not there passes a test for null, and no other; its parent must be there', async (t) => {
  const finalizer = [
    { op: 'test', path: '/metadata/finalizers', value: null },
    { op: 'add', path: '/metadata/finalizers', value: ['example.com/cleanup'] },
  ];
  const expected = { metadata: { finalizers: ['example.com/cleanup'] } };
  t.strictSame(patch({ metadata: {} }, finalizer), expected, 'as controllers add the first finalizer');
  t.equal(refusal(() => patch(expected, finalizer)).code, 422, 'another one was quicker');
  t.equal(refusal(() => patch({}, finalizer)).code, 422);
  t.equal(refusal(() => patch({ a: {} }, [{ op: 'test', path: '/a/b', value: false }])).code, 422);
  t.equal(refusal(() => patch({ a: [] }, [{ op: 'test', path: '/a/0', value: null }])).code, 422);
});

t.test('leniently, a replacement adds a member and a copy of none is null; items of lists must be there', async (t) => {
  const document = { a: 1, list: [1] };
  const any = (operation: object): unknown => lenient(document, operation);
  t.strictSame(any({ op: 'replace', path: '/b', value: 2 }), { a: 1, list: [1], b: 2 });
  t.strictSame(any({ op: 'copy', from: '/b', path: '/c' }), { a: 1, list: [1], c: null });
  t.strictSame(any({ op: 'copy', from: '/b', path: '/list/-' }), { a: 1, list: [1, null] });
  for (const operation of [
    { op: 'replace', path: '/list/1', value: 1 },
    { op: 'replace', path: '/b/c', value: 1 },
    { op: 'copy', from: '/list/1', path: '/c' },
    { op: 'copy', from: '/b/c', path: '/c' },
    { op: 'move', from: '/b', path: '/c' },
    { op: 'remove', path: '/b' },
  ])
    t.equal(refusal(() => any(operation)).code, 422, JSON.stringify(operation));
  for (const op of ['replace', 'copy'])
    t.equal(refusal(() => patch(document, [{ op, from: '/b', path: '/c', value: 1 }])).code, 422, op);
});

t.test('an operation without a kind or a place is refused as one that cannot be done', async (t) => {
  for (const operation of [{ op: 'add' }, { path: '/a' }, { op: 'add', path: null }, { op: 'copy', path: '/b' }, {}]) {
    t.equal(refusal(() => patch({ a: 1 }, [operation])).code, 422, JSON.stringify(operation));
    t.equal(refusal(() => lenient({ a: 1 }, operation)).code, 422, JSON.stringify(operation));
  }
});

t.test('leniently, indices count from the end and have any spelling', async (t) => {
  const list = ['a', 'b', 'c'];
  const done: readonly (readonly [object, readonly string[]])[] = [
    [{ op: 'add', path: '/-1', value: 'n' }, ['a', 'b', 'c', 'n']],
    [{ op: 'add', path: '/-4', value: 'n' }, ['n', 'a', 'b', 'c']],
    [{ op: 'add', path: '/-0', value: 'n' }, ['n', 'a', 'b', 'c']],
    [{ op: 'add', path: '/+3', value: 'n' }, ['a', 'b', 'c', 'n']],
    [{ op: 'add', path: '/01', value: 'n' }, ['a', 'n', 'b', 'c']],
    [{ op: 'remove', path: '/-1' }, ['a', 'b']],
    [{ op: 'remove', path: '/-3' }, ['b', 'c']],
    [{ op: 'replace', path: '/-1', value: 'n' }, ['a', 'b', 'n']],
    [{ op: 'replace', path: '/+1', value: 'n' }, ['a', 'n', 'c']],
    [{ op: 'test', path: '/-1', value: 'c' }, ['a', 'b', 'c']],
    [{ op: 'move', from: '/-1', path: '/0' }, ['c', 'a', 'b']],
    [{ op: 'copy', from: '/-1', path: '/0' }, ['c', 'a', 'b', 'c']],
  ];
  for (const [operation, expected] of done) {
    t.strictSame(lenient(list, operation), expected, JSON.stringify(operation));
    t.equal(refusal(() => patch(list, [operation])).code, 422, `not by the RFC: ${JSON.stringify(operation)}`);
  }
  t.strictSame(lenient([{ a: 1 }, { a: 2 }], { op: 'add', path: '/-1/a', value: 3 }), [{ a: 1 }, { a: 3 }]);
  for (const path of ['/-5', '/4', '/a', '/ 1', '/1_0', '/', '/+-1', '/1.0', '/99999999999999999999'])
    t.equal(refusal(() => lenient(list, { op: 'add', path, value: 'n' })).code, 422, path);
  for (const path of ['/-4', '/3', '/-'])
    t.equal(refusal(() => lenient(list, { op: 'replace', path, value: 'n' })).code, 422, path);
});

t.test('leniently, a value that is left out is null, which no test holds for', async (t) => {
  const document = { a: 1 };
  t.strictSame(lenient(document, { op: 'add', path: '/b' }), { a: 1, b: null });
  t.strictSame(lenient(document, { op: 'replace', path: '/a' }), { a: null });
  for (const path of ['/a', '/b']) t.equal(refusal(() => lenient(document, { op: 'test', path })).code, 422, path);
});

t.test(
  'leniently, what stands before the first slash counts for nothing, and unknown escapes for themselves',
  async (t) => {
    const document = { a: { b: 1, 'c~2': 1 } };
    t.strictSame(lenient(document, { op: 'add', path: 'x/a/b', value: 2 }), { a: { b: 2, 'c~2': 1 } });
    t.strictSame(lenient(document, { op: 'remove', path: '/a/c~2' }), { a: { b: 1 } });
    t.strictSame(lenient(document, { op: 'copy', from: 'x/a/b', path: '/a/~01' }), { a: { b: 1, 'c~2': 1, '~1': 1 } });
    t.equal(refusal(() => lenient(document, { op: 'add', path: 'a', value: 1 })).code, 422);
  },
);

t.test('leniently, the whole document is tested, and replaced by a document, and nothing else', async (t) => {
  const document = { a: 1 };
  t.strictSame(lenient(document, { op: 'test', path: '', value: { a: 1 } }), document);
  t.strictSame(lenient(document, { op: 'replace', path: '', value: { b: 1 } }), { b: 1 });
  for (const value of [1, 'a', null]) t.strictSame(lenient(document, { op: 'replace', path: '', value }), document);
  const refused = [
    { op: 'add', path: '', value: {} },
    { op: 'remove', path: '' },
    { op: 'copy', from: '', path: '/b' },
    { op: 'move', from: '', path: '/b' },
    { op: 'copy', from: '/a', path: '' },
  ];
  for (const operation of refused)
    t.equal(refusal(() => lenient(document, operation)).code, 422, JSON.stringify(operation));
});

t.test('keys named like parts of the prototype are data', async (t) => {
  const result = patch(JSON.parse('{"constructor":1}'), [
    { op: 'add', path: '/__proto__', value: { polluted: true } },
    { op: 'replace', path: '/constructor', value: 2 },
    { op: 'add', path: '/__proto__/more', value: 1 },
  ]);
  t.equal(JSON.stringify(result), '{"constructor":2,"__proto__":{"polluted":true,"more":1}}');
  t.notOk(Object.hasOwn(Object.prototype, 'polluted'));
});

t.test('a copied value can be changed without changing its source or the values of the patch', async (t) => {
  const { operations } = parseJsonPatch(
    JSON.stringify([
      { op: 'add', path: '/v', value: { x: 1 } },
      { op: 'copy', from: '/v', path: '/w' },
      { op: 'replace', path: '/w/x', value: 2 },
      { op: 'replace', path: '/v/x', value: 3 },
    ]),
  );
  t.strictSame(applyJsonPatch({}, operations), { v: { x: 3 }, w: { x: 2 } });
  t.strictSame(applyJsonPatch({}, operations), { v: { x: 3 }, w: { x: 2 } }, 'applied again the patch does the same');
});

t.test('unknown fields and repeated keys of operations are reported with their places', async (t) => {
  const { problems } = parseJsonPatch(
    '[{"op":"test","path":"/a","value":1,"x":2},{"op":"add","op":"test","path":"","value":1}]',
  );
  t.strictSame(problems, ['json patch unknown field "[0].x"', 'json patch duplicate field "[1].op"']);
});

t.test('limits of operations, copied bytes and depth hold', async (t) => {
  const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: 1 }));
  const tooMany = refusal(() => patch(1, many));
  t.equal(tooMany.code, 413);
  t.equal(
    tooMany.message,
    'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
  );
  const doubling = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '', path: `/x${index}` }));
  t.equal(refusal(() => patch({ a: 'text' }, doubling)).code, 422);
  const nesting = Array.from({ length: 40 }, () => ({ op: 'copy', from: '', path: '/a' }));
  t.equal(
    refusal(() =>
      patch(
        { a: {} },
        nesting.map((one, index) => ({ ...one, path: '/a'.repeat(index + 1) })),
      ),
    ).code,
    422,
  );
  t.equal(refusal(() => patch({}, [{ op: 'add', path: '/a'.repeat(300), value: 1 }])).code, 422);
  const long = Array.from({ length: 1_000_000 }, () => 0);
  const move = { op: 'move', from: '/list/999999', path: '/list/0' };
  const shifting = refusal(() =>
    patch(
      { list: long },
      Array.from({ length: 200 }, () => move),
    ),
  );
  t.equal(shifting.code, 422);
  t.match(shifting.message, 'shifts more than 100000000 items of lists: replace the list instead');
  t.equal(
    (
      patch(
        { list: long },
        Array.from({ length: 50 }, () => move),
      ) as { list: unknown[] }
    ).list.length,
    1_000_000,
  );
});

t.test('a patch that is no list of operations is answered 400', async (t) => {
  for (const body of ['{}', '[1]', '[{"op":1,"path":""}]', '[', '[{"op":"add","path":7}]']) {
    t.equal(refusal(() => parseJsonPatch(body)).code, 400, body);
  }
});

t.test('merge patch does what RFC 7386 lists (MEDIA-038, MEDIA-068)', async (t) => {
  const cases: [unknown, unknown, unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [document, patch, expected] of cases) {
    const before = JSON.stringify(document);
    t.strictSame(applyMergePatch(document, patch), expected, JSON.stringify(patch));
    t.equal(JSON.stringify(document), before);
  }
  t.equal(JSON.stringify(applyMergePatch({}, JSON.parse('{"__proto__":{"a":1}}'))), '{"__proto__":{"a":1}}');
});

t.test('a merge patch applied twice changes nothing more, and never its arguments', async () => {
  explore(
    fc.property(fc.jsonValue(), fc.jsonValue(), (document, patch) => {
      const [left, right] = [JSON.stringify(document), JSON.stringify(patch)];
      const once = applyMergePatch(document, patch);
      return (
        JSON.stringify(applyMergePatch(once, patch)) === JSON.stringify(once) &&
        JSON.stringify(document) === left &&
        JSON.stringify(patch) === right
      );
    }),
  );
});
