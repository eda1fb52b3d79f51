import fc from 'fast-check';
import t from 'tap';
import { StatusError } from '../object/status-error.ts';
import { loadSchemas } from '../schema/builtin.ts';
import type { StructSchema } from '../schema/schema.ts';
import { vendorOf } from '../vendor/profile.ts';
import { patchTypeOf, preparePatch } from './patch-type.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';
import { explore } from '../../fixtures/shared/explore.fixture.ts';

const schemas = loadSchemas(vendorOf('orch'));
const schemaOf = (name: string): StructSchema => {
  const schema = schemas.type(name);
  if (schema === undefined) throw new TypeError(name);
  return schema;
};
const pod = schemaOf('core/v1.Pod');
const node = schemaOf('core/v1.Node');
const deployment = schemaOf('apps/v1.Deployment');
const service = schemaOf('core/v1.Service');

const patchPod = (spec: object, patch: object): unknown =>
  (applyStrategicMergePatch({ spec }, { spec: patch }, pod) as { spec: unknown }).spec;
const refusal = (act: () => unknown): StatusError => {
  try {
    act();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const named = (...names: string[]): object[] => names.map((name) => ({ name }));

t.test('lists with a merge key are merged by it, others are replaced (MEDIA-039, MEDIA-067)', async (t) => {
  const spec = {
    containers: [
      { name: 'a', image: '1', args: ['x'] },
      { name: 'b', image: '1' },
    ],
    tolerations: [{ key: 'x' }],
  };
  const patch = {
    containers: [{ name: 'b', image: '2' }, { name: 'a', args: ['y'] }, { name: 'c' }],
    tolerations: [{ key: 'y' }],
  };
  t.strictSame(patchPod(spec, patch), {
    containers: [{ name: 'b', image: '2' }, { name: 'a', image: '1', args: ['y'] }, { name: 'c' }],
    tolerations: [{ key: 'y' }],
  });
  const ports = applyStrategicMergePatch(
    { spec: { ports: [{ port: 80, name: 'a' }, { port: 81 }] } },
    { spec: { ports: [{ port: 80, targetPort: 8080 }] } },
    service,
  );
  t.match(ports, { spec: { ports: [{ port: 80, name: 'a', targetPort: 8080 }, { port: 81 }] } });
});

t.test('null removes a field, and is no field where nothing stood', async (t) => {
  t.strictSame(patchPod({ nodeName: 'a', hostname: 'b' }, { nodeName: null, subdomain: null }), { hostname: 'b' });
  t.strictSame(patchPod({}, { securityContext: { runAsUser: 1, runAsGroup: null } }), {
    securityContext: { runAsUser: 1 },
  });
});

t.test('$patch deletes items and objects, and replaces lists and maps', async (t) => {
  const spec = { containers: named('a', 'b'), nodeSelector: { x: '1', y: '2' }, securityContext: { runAsUser: 1 } };
  t.match(patchPod(spec, { containers: [{ name: 'a', $patch: 'delete' }] }), { containers: named('b') });
  t.strictSame(patchPod({ containers: named('a', 'b') }, { containers: [{ $patch: 'replace' }, { name: 'c' }] }), {
    containers: named('c'),
  });
  t.match(patchPod(spec, { nodeSelector: { $patch: 'replace', z: '3' } }), { nodeSelector: { z: '3' } });
  t.notOk(Object.hasOwn(patchPod(spec, { securityContext: { $patch: 'delete' } }) as object, 'securityContext'));
  const status = applyStrategicMergePatch(
    {
      status: {
        addresses: [
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'Hostname', address: 'a' },
        ],
      },
    },
    { status: { addresses: [{ type: 'InternalIP', address: '10.0.0.2' }, { $patch: 'replace' }] } },
    node,
  );
  t.strictSame(
    status,
    { status: { addresses: [{ type: 'InternalIP', address: '10.0.0.2' }] } },
    'as a node agent sends it',
  );
});

t.test('$setElementOrder orders the items of the patch and leaves the others where they were', async (t) => {
  const spec = { containers: named('a', 'b', 'server', 'c') };
  const patch = {
    '$setElementOrder/containers': named('c', 'b', 'new', 'a'),
    containers: [{ name: 'new', image: 'x' }],
  };
  const result = patchPod(spec, patch) as { containers: { name: string }[] };
  t.strictSame(
    result.containers.map((one) => one.name),
    ['server', 'c', 'b', 'new', 'a'],
  );
  t.strictSame(patchPod({ containers: named('a', 'b') }, { '$setElementOrder/containers': named('b', 'a') }), {
    containers: named('b', 'a'),
  });
  const added = patchPod({}, { '$setElementOrder/containers': named('a'), containers: named('a') });
  t.strictSame(added, { containers: named('a') });
  const mismatch = refusal(() => patchPod(spec, { '$setElementOrder/containers': named('a'), containers: named('b') }));
  t.equal(mismatch.code, 400);
  t.match(mismatch.message, /doesn't match/);
});

t.test('lists of scalars are united, and scalars deleted by directive', async (t) => {
  const finalizers = (patch: object): unknown =>
    applyStrategicMergePatch({ metadata: { finalizers: ['a', 'b', 'c'] } }, { metadata: patch }, pod);
  t.strictSame(finalizers({ finalizers: ['d', 'a'] }), { metadata: { finalizers: ['d', 'a', 'b', 'c'] } });
  t.strictSame(finalizers({ '$deleteFromPrimitiveList/finalizers': ['b'] }), { metadata: { finalizers: ['a', 'c'] } });
  t.strictSame(
    finalizers({
      '$deleteFromPrimitiveList/finalizers': ['b'],
      '$setElementOrder/finalizers': ['c', 'd', 'a'],
      finalizers: ['d'],
    }),
    { metadata: { finalizers: ['c', 'd', 'a'] } },
  );
});

t.test('$retainKeys drops what it does not list', async (t) => {
  const before = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
  const after = applyStrategicMergePatch(
    before,
    { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
    deployment,
  );
  t.strictSame(after, { spec: { strategy: { type: 'Recreate' } } });
  t.strictSame(
    patchPod(
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ $retainKeys: ['name', 'hostPath'], name: 'v', hostPath: { path: '/' } }] },
    ),
    { volumes: [{ name: 'v', hostPath: { path: '/' } }] },
  );
  const error = refusal(() =>
    patchPod({ volumes: named('v') }, { volumes: [{ $retainKeys: ['name'], name: 'v', emptyDir: {} }] }),
  );
  t.equal(error.code, 422);
  t.equal(error.message, "patch content doesn't match retainKeys list");
});

t.test('malformed patches are refused with the documented texts', async (t) => {
  const texts: [object, number, string | RegExp][] = [
    [{ containers: [{ image: 'x' }] }, 422, 'map: map[image:x] does not contain declared merge key: name'],
    [{ containers: [[1]] }, 422, 'lists of lists are not supported'],
    [{ '$setElementOrder/containers': 1 }, 400, 'invalid patch format of setElementOrder list'],
    [{ '$deleteFromPrimitiveList/containers': 1 }, 400, 'invalid patch format of primitive list'],
    [{ $retainKeys: 1 }, 400, 'invalid patch format of retainKeys'],
    [{ securityContext: { $patch: 'x' } }, 400, 'unknown patch type: x in map: map[$patch:x]'],
  ];
  for (const [patch, code, message] of texts) {
    const error = refusal(() => patchPod({ containers: named('a'), securityContext: {} }, patch));
    t.equal(error.code, code, JSON.stringify(patch));
    t.equal(error.message, message);
  }
  t.equal(refusal(() => applyStrategicMergePatch({}, [], pod)).message, 'invalid JSON document');
});

t.test('without directives the patch is idempotent, and neither argument is ever changed', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const container = fc.record({ name, image: fc.constantFrom('1', '2') }, { requiredKeys: ['name'] });
  const containers = fc.uniqueArray(container, { selector: (one) => one.name });
  const labels = fc.dictionary(name, fc.option(fc.constantFrom('x', 'y')));
  explore(
    fc.property(containers, containers, labels, (live, patched, changed) => {
      const document = { metadata: { labels: { a: '0' } }, spec: { containers: live } };
      const patch = { metadata: { labels: changed }, spec: { containers: patched } };
      const before = JSON.stringify([document, patch]);
      const once = applyStrategicMergePatch(document, patch, pod);
      const twice = applyStrategicMergePatch(once, patch, pod);
      return JSON.stringify(once) === JSON.stringify(twice) && JSON.stringify([document, patch]) === before;
    }),
  );
});

t.test(
  'the patch type follows the Content-Type, others are answered 415 (MEDIA-040, MEDIA-045, MEDIA-050, MEDIA-064)',
  async (t) => {
    const [builtIn, extension] = [
      { strategic: true, cbor: false },
      { strategic: false, cbor: false },
    ];
    t.equal(patchTypeOf('application/strategic-merge-patch+json', builtIn), 'strategic');
    t.equal(patchTypeOf('application/json-patch+json; charset=utf-8', extension), 'json');
    t.equal(patchTypeOf('application/apply-patch+yaml', extension), 'apply-yaml');
    t.equal(patchTypeOf('application/apply-patch+cbor', { strategic: true, cbor: true }), 'apply-cbor');
    const taken = 'application/json-patch+json, application/merge-patch+json';
    const apply = 'application/apply-patch+yaml';
    for (const type of ['application/json', undefined, 'application/json-patch+cbor', 'application/apply-patch+cbor']) {
      const error = refusal(() => patchTypeOf(type, builtIn));
      t.equal(error.code, 415);
      t.ok(
        error.message.endsWith(`: ${taken}, application/strategic-merge-patch+json, ${apply}`),
        'it names what is taken only',
      );
    }
    const error = refusal(() => patchTypeOf('application/strategic-merge-patch+json', extension));
    t.ok(error.message.endsWith(`: ${taken}, ${apply}`));
  },
);

t.test('a prepared patch reports the problems of its text and can be applied again', async (t) => {
  const merge = preparePatch('merge', Buffer.from('{"spec":{"a":1,"a":2}}'), pod);
  t.strictSame(merge.problems, ['duplicate field "spec.a"']);
  t.strictSame(merge.apply({}), { spec: { a: 2 } });
  t.strictSame(merge.apply({ spec: { b: 1 } }), { spec: { b: 1, a: 2 } });
  t.equal(refusal(() => preparePatch('merge', Buffer.from('[]'), pod)).code, 400);
  t.equal(
    refusal(() => preparePatch('strategic', Buffer.from('{'), pod)).message,
    'error decoding patch: unexpected end of JSON input',
  );
});
