import { countedKinds } from '../../fixtures/counted-kinds.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, eventObject, secret, service, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { limits } from '../../wire/contract/limits.ts';
import { expectArray, expectText } from '../../wire/expect/object.ts';
import { namesOf } from '../../wire/expect/list.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const size = { requests: { storage: '1Gi' } };

/** Kinds without a generation. */
const plain: readonly (readonly [groupVersion: string, resource: string, kind: string, body: object])[] = [
  ['v1', 'endpoints', 'Endpoints', {}],
  ['v1', 'limitranges', 'LimitRange', { spec: { limits: [] } }],
  ['v1', 'resourcequotas', 'ResourceQuota', { spec: { hard: { pods: '9' } } }],
  [
    'v1',
    'persistentvolumeclaims',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: size } },
  ],
  ['apps/v1', 'controllerrevisions', 'ControllerRevision', { revision: 1, data: {} }],
  ['coordination.{api}/v1', 'leases', 'Lease', { spec: {} }],
  ['rbac.authorization.{api}/v1', 'roles', 'Role', { rules: [] }],
];

export default {
  id: 'deletion-leaves-no-kind',
  title: 'Namespace deletion MUST delete its objects of every kind in discovery, and no object of another namespace.',
  requirements: ['OBJ-019'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    for (const namespace of [other, c.namespace]) {
      const make = (groupVersion: string, resource: string, body: object) =>
        createObject(c, c.resource(groupVersion, resource, namespace).collection, body);
      for (const manifest of [configMap('x'), secret('x'), service('x'), serviceAccount('x')]) {
        await make('v1', `${String(manifest['kind']).toLowerCase()}s`, manifest);
      }
      const events = c.vendor.fill('events.{api}/v1');
      await make(events, 'events', eventObject(events, 'x', namespace));
      for (const [groupVersion, resource, kind, body] of plain) {
        await make(groupVersion, resource, {
          apiVersion: c.vendor.fill(groupVersion),
          kind,
          // Not the name of the service: a controller creates endpoints under that name.
          metadata: { name: 'y' },
          ...body,
        });
      }
      for (const { groupVersion, resource, kind, body, clusterScoped } of countedKinds) {
        if (clusterScoped === true) continue;
        await make(groupVersion, resource, {
          apiVersion: c.vendor.fill(groupVersion),
          kind,
          metadata: { name: 'x' },
          ...body,
        });
      }
    }
    expectDeleted(await c.wire.delete(`/api/v1/namespaces/${other}`));
    await c.eventually(
      async () => expectStatus(await c.wire.get(`/api/v1/namespaces/${other}`), 404),
      limits.namespaceRemoval,
    );
    const groups = expectArray(await c.wire.get('/apis'), 'groups');
    // Kinds that other cases define come and go.
    const lasting = groups.filter((group) => !expectText(group, 'name').endsWith('.example'));
    const roots = ['/api/v1', ...lasting.map((group) => `/apis/${expectText(group, 'preferredVersion.groupVersion')}`)];
    for (const root of roots) {
      for (const resource of expectArray(await c.wire.get(root), 'resources')) {
        const { name, namespaced, verbs } = resource as { name: string; namespaced: boolean; verbs: string[] };
        if (!namespaced || name.includes('/') || !verbs.includes('list')) continue;
        const left = await c.wire.get(`${root}/namespaces/${other}/${name}`);
        expectOk(left);
        expectEqual(`${name} in a namespace that is gone`, namesOf(left), []);
      }
    }
    for (const { groupVersion, resource, clusterScoped } of countedKinds) {
      if (clusterScoped !== true) expectOk(await c.wire.get(c.resource(groupVersion, resource).item('x')));
    }
  },
} satisfies Case;
