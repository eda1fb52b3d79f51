import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { copyObject } from './copy-object.ts';

t.test('a copy is equal and shares nothing with its source', async (t) => {
  const source: ApiObject = {
    kind: 'K',
    apiVersion: 'v1',
    metadata: { name: 'x', finalizers: ['a'], labels: { b: 'c' } },
    spec: { list: [{ deep: [1, null, true, 2n ** 60n] }], empty: {} },
  };
  const before = structuredClone(source);
  const copy = copyObject(source);
  t.strictSame(copy, source);
  copy.metadata.finalizers?.push('b');
  const spec = copy['spec'] as { list: { deep: unknown[] }[]; empty: Record<string, unknown> };
  spec.list[0]?.deep.push('more');
  spec.empty['x'] = 1;
  t.strictSame(source, before);
});

t.test('a key that names the prototype is copied as a key', async (t) => {
  const source = JSON.parse(
    '{"kind":"K","apiVersion":"v1","metadata":{"annotations":{"__proto__":"x"}},"spec":{"__proto__":{"a":{}}}}',
  ) as ApiObject;
  const copy = copyObject(source);
  t.strictSame(Object.keys(copy.metadata.annotations ?? {}), ['__proto__']);
  t.equal(Object.getPrototypeOf(copy.metadata.annotations), Object.prototype);
  const [from, to] = [source, copy].map((object) => Object.entries(object['spec'] as object)[0]);
  t.strictSame(to, ['__proto__', { a: {} }]);
  t.not(to?.[1], from?.[1], 'what it holds is copied too');
  t.equal(Object.getPrototypeOf(copy['spec']), Object.prototype);
});
