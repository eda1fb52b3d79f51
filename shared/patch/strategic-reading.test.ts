import t from 'tap';
import { StatusError } from '../object/status-error.ts';
import { loadSchemas } from '../schema/builtin.ts';
import type { StructSchema } from '../schema/schema.ts';
import { vendorOf } from '../vendor/profile.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';

const schemas = loadSchemas(vendorOf('orch'));
const schemaOf = (name: string): StructSchema => {
  const schema = schemas.type(name);
  if (schema === undefined) throw new TypeError(name);
  return schema;
};
const pod = schemaOf('core/v1.Pod');
type Patching = [title: string, spec: object, patch: object, result: unknown];

const literally = (spec: object, patch: object, schema = pod): unknown =>
  (applyStrategicMergePatch({ spec }, { spec: patch }, schema, 'literal') as { spec: unknown }).spec;
const refused = (spec: object, patch: object, schema = pod): string => {
  try {
    literally(spec, patch, schema);
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
};

t.test('read to the letter, directives act where they apply and are fields elsewhere (MEDIA-067)', async (t) => {
  const rows: Patching[] = [
    [
      'a map is emptied',
      { securityContext: { runAsUser: 1 } },
      { securityContext: { $patch: 'delete' } },
      { securityContext: {} },
    ],
    ['a new map with $patch is left out', {}, { securityContext: { $patch: 'replace', runAsUser: 1 } }, {}],
    ['a new item with $patch is left out', {}, { tolerations: [{ key: 'a', $patch: 'merge' }] }, { tolerations: [] }],
    [
      'nulls of a replacing map stay',
      { nodeSelector: { a: '1' } },
      { nodeSelector: { $patch: 'replace', b: null } },
      { nodeSelector: { b: null } },
    ],
    ['nulls of a new map go', {}, { nodeSelector: { b: null, c: '1' } }, { nodeSelector: { c: '1' } }],
    [
      'a list that is replaced keeps all',
      { tolerations: [{ key: 'a' }] },
      { tolerations: [{ $retainKeys: ['key'] }] },
      { tolerations: [{ $retainKeys: ['key'] }] },
    ],
    [
      'order of a new list',
      {},
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }], containers: [{ name: 'b' }] },
      { containers: [{ name: 'b' }] },
    ],
    ['scalars of no list', {}, { '$deleteFromPrimitiveList/x': 1 }, {}],
  ];
  for (const [title, spec, patch, result] of rows) t.strictSame(literally(spec, patch), result, title);
});

t.test('a field whose strategy is to replace takes the value as it came, nulls too', async (t) => {
  const budget = schemaOf('policy/v1.PodDisruptionBudget');
  const spec = { selector: { matchLabels: { a: 'b' } } };
  const patch = { selector: { matchLabels: { a: null } } };
  t.strictSame(literally(spec, patch, budget), patch);
  const documented = applyStrategicMergePatch({ spec }, { spec: patch }, budget);
  t.strictSame(documented, { spec: { selector: { matchLabels: {} } } });
});

t.test('read to the letter, faults of the content are 500 without a reason', async (t) => {
  const named = (name: string): object[] => [{ name }];
  const rows: [object, object, string][] = [
    [
      { securityContext: {} },
      { securityContext: { $patch: 'merge' } },
      '500 unknown patch type: merge in map: map[$patch:merge]',
    ],
    [
      { containers: named('a') },
      { containers: [{ name: 'a', $patch: 'merge' }] },
      '500 merging lists cannot yet be specified in the patch',
    ],
    [
      { containers: named('a') },
      { containers: [{ image: 'x' }] },
      '500 map: map[image:x] does not contain declared merge key: name',
    ],
    [{ containers: [{}] }, { containers: named('a') }, '500 map: map[] does not contain declared merge key: name'],
    [
      { containers: named('a') },
      { containers: ['a'] },
      '500 list element types are not identical: [[map[name:a]] [a]]',
    ],
    [{ containers: [] }, { '$setElementOrder/containers': [] }, '500 no elements in any of the given slices'],
    [
      { containers: named('a') },
      { '$setElementOrder/containers': 1 },
      '500 expected a []interface {}, but received a int64',
    ],
    [
      { containers: named('a') },
      { '$setElementOrder/containers': named('a'), containers: named('b') },
      "500 The order in patch list:\n[map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [
      { containers: named('a') },
      { containers: [[1]] },
      '500 list element types are not identical: [[map[name:a]] [[1]]]',
    ],
    [{ containers: [] }, { containers: [[1]] }, '422 lists of lists are not supported'],
    [
      { tolerations: [{ key: 'a' }] },
      { '$deleteFromPrimitiveList/tolerations': [] },
      '500 cannot merge lists without merge key for struct',
    ],
    [
      { tolerations: [{ key: 'a' }] },
      { '$setElementOrder/tolerations': [], tolerations: [] },
      '500 map: map[key:a] does not contain declared merge key: ',
    ],
    [
      { containers: named('a') },
      { '$setElementOrder/containers': named('b'), containers: [...named('b'), { $patch: 'replace' }] },
      "500 The order in patch list:\n[map[name:b] map[$patch:replace]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
    ],
    [
      { containers: named('a') },
      { '$setElementOrder/containers': null },
      '500 expected a []interface {}, but received a %!s(<nil>)',
    ],
    [
      { securityContext: {} },
      { securityContext: { $retainKeys: [], runAsUser: 1 } },
      '400 invalid patch format of retainKeys',
    ],
    [{ securityContext: {} }, { securityContext: { $retainKeys: 'x' } }, '400 invalid patch format of retainKeys'],
    [
      { overhead: { a: {} } },
      { overhead: { a: { b: 1 } } },
      '500 merging an object in json but data type is not struct, instead is: map',
    ],
    [
      { containers: named('a'), x: {} },
      { x: { y: 1 } },
      '500 unable to find api field in struct PodSpec for the json field "x"',
    ],
  ];
  for (const [spec, patch, answer] of rows) t.equal(refused(spec, patch), answer, JSON.stringify(patch));
});

t.test('what both readings agree on', async (t) => {
  const spec = { containers: [{ name: 'a', args: ['x'] }, { name: 'b' }] };
  const patches = [
    { containers: [{ name: 'c' }, { name: 'a', args: null }] },
    { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }], containers: [{ name: 'a', image: 'i' }] },
    { containers: [{ name: 'a', $patch: 'delete' }] },
    { containers: [{ $patch: 'replace' }, { name: 'd' }] },
  ];
  for (const patch of patches) {
    const documented = applyStrategicMergePatch({ spec }, { spec: patch }, pod) as { spec: unknown };
    t.strictSame(literally(spec, patch), documented.spec, JSON.stringify(patch));
  }
});
