// OwnerReferencesPermissionEnforcement: what is asked of the authorizer, and what is refused.

import t from 'tap';
import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import { admit, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import type { Attributes, Authorizer } from '../../authorization/contract/authorizer.ts';
import { ownerReferencesPermission } from './owner-references.ts';

const owner = (change: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'o',
  uid: 'u',
  ...change,
});
const owned = (...ownerReferences: readonly OwnerReference[]): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'ns', ownerReferences: [...ownerReferences] },
});

/** The plug-in with an authorizer that allows these verbs, and what that was asked. */
function scene(...allowed: readonly string[]) {
  const asked: string[] = [];
  const authorizer: Authorizer = {
    name: 'Sample',
    authorize(attributes: Attributes) {
      if (attributes.kind !== 'resource') throw new TypeError('a path');
      const { verb, group, version, resource, subresource, namespace, name } = attributes;
      asked.push([verb, group, version, resource, subresource, namespace, name].join(' '));
      return allowed.includes(resource === '*' ? `${verb} *` : verb)
        ? { outcome: 'allow', reason: '' }
        : { outcome: 'no-opinion', reason: 'no rule for it' };
    },
    rulesFor: () => Promise.reject(new TypeError('not asked')),
  };
  const plugin = ownerReferencesPermission(authorizer, (group, version, kind) => {
    if (group === 'apps' && version === 'v1' && kind === 'ReplicaSet')
      return { resource: 'replicasets', namespaced: true };
    return group === '' && version === 'v1' && kind === 'Node' ? { resource: 'nodes', namespaced: false } : undefined;
  });
  const write = async (object: ApiObject, oldObject?: ApiObject) =>
    (await admit(plugin, testWrite(oldObject ? 'UPDATE' : 'CREATE', 'configmaps', { object, oldObject })))?.message;
  return { plugin, asked, write };
}

const mayDelete = 'delete  v1 configmaps  ns a';
const any = 'update * * * finalizers  *';
const refusedDelete =
  'configmaps "a" is forbidden: cannot set an ownerRef on a resource you can\'t delete: no rule for it';
const blocking =
  'configmaps "a" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on';

t.test('changing the owners of an object needs the right to delete it, creating it with owners does not', async (t) => {
  const maker = scene();
  t.equal(await maker.write(owned(owner())), undefined);
  t.strictSame(maker.asked, []);
  for (const [object, old] of [
    [owned(owner()), owned()],
    [owned(), owned(owner())],
    [owned(owner(), owner({ uid: 'v' })), owned(owner())],
  ] as const) {
    const [may, mayNot] = [scene('delete'), scene('update')];
    t.equal(await may.write(object, old), undefined);
    t.strictSame(may.asked, [mayDelete]);
    t.equal(await mayNot.write(object, old), refusedDelete);
  }
});

t.test('an update that keeps the owners needs no right', async (t) => {
  const { write, asked } = scene();
  t.equal(await write(owned()), undefined);
  t.equal(await write(owned(), owned()), undefined);
  const blocks = owned(owner({ blockOwnerDeletion: true }));
  t.equal(await write(blocks, structuredClone(blocks)), undefined);
  t.strictSame(asked, []);
});

t.test(
  "a reference that blocks the owner's deletion needs the right to its finalizers, in its namespace",
  async (t) => {
    const [may, mayNot] = [scene('delete', 'update'), scene('delete')];
    const block = { blockOwnerDeletion: true };
    const node = owner({ ...block, apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'v' });
    t.equal(await may.write(owned(owner(block), node)), undefined);
    t.strictSame(may.asked, [any, 'update apps v1 replicasets finalizers ns o', 'update  v1 nodes finalizers  n']);
    t.equal(await mayNot.write(owned(owner(block))), `${blocking}: no rule for it`);
    t.equal(await mayNot.write(owned(owner({ blockOwnerDeletion: false }))), undefined);
    t.equal(await mayNot.write(owned(owner(block)), owned(owner())), `${blocking}: no rule for it`);
  },
);

t.test('a blocked owner that was one before is not asked for again', async (t) => {
  const { write, asked } = scene('delete');
  const before = owner({ blockOwnerDeletion: true });
  t.equal(await write(owned(before, owner({ uid: 'v' })), owned(before)), undefined);
  t.strictSame(asked, [mayDelete]);
});

t.test('an owner of an unserved kind cannot block, except for users who may finalize everything', async (t) => {
  const { write } = scene('delete', 'update');
  for (const kind of [{ kind: 'Thing' }, { apiVersion: 'a/b/c' }]) {
    const { apiVersion, kind: name } = owner(kind);
    const text = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${name}: no matches for kind "${name}"`;
    t.equal(
      await write(owned(owner({ ...kind, blockOwnerDeletion: true }))),
      `configmaps "a" is forbidden: cannot set blockOwnerDeletion in this case because ${text}`,
    );
    const finalizer = scene('update *');
    t.equal(await finalizer.write(owned(owner({ ...kind, blockOwnerDeletion: true }))), undefined);
    t.strictSame(finalizer.asked, [any]);
  }
});

t.test('it handles creates and updates, but not the status of pods', async (t) => {
  const { plugin } = scene();
  const looks = (operation: 'CREATE' | 'UPDATE' | 'DELETE', resource: string, subresource: string) =>
    plugin.handles(operation, '', resource, subresource, 'v1');
  t.ok(looks('CREATE', 'pods', '') && looks('UPDATE', 'pods', '') && looks('UPDATE', 'nodes', 'status'));
  t.notOk(looks('UPDATE', 'pods', 'status') || looks('DELETE', 'pods', ''));
});
