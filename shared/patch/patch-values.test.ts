import t from 'tap';
import { loadSchemas } from '../schema/builtin.ts';
import { vendorOf } from '../vendor/profile.ts';
import { preparePatch } from './patch-type.ts';

t.test('a patch of any type may hold as many values as a body, more is 413', async (t) => {
  const schema = loadSchemas(vendorOf('orch')).kind('', 'v1', 'ConfigMap');
  if (schema === undefined) throw new TypeError('config maps have no schema');
  const wide = (count: number): object => ({ metadata: { finalizers: Array.from({ length: count }, () => 'a') } });
  const patches: Readonly<Record<'merge' | 'strategic' | 'json', (count: number) => unknown>> = {
    merge: wide,
    strategic: wide,
    json: (count) => [{ op: 'add', path: '/data', value: wide(count) }],
  };
  for (const [type, patch] of Object.entries(patches)) {
    const prepare = (count: number) => () =>
      preparePatch(type as keyof typeof patches, Buffer.from(JSON.stringify(patch(count))), schema);
    t.doesNotThrow(prepare(99_900), type);
    t.throws(prepare(100_001), { code: 413, message: 'Request entity too large: limit is 100000 values' }, type);
  }
});
