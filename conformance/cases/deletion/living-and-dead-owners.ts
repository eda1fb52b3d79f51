import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, role, secret } from '../../fixtures/manifests.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectArray, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'living-and-dead-owners',
  title: 'An object MUST stay while one of its owners exists and be deleted when none does, by uid and not by name.',
  requirements: ['DEL-003', 'DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const [maps, secrets] = [c.resource('v1', 'configmaps'), c.resource('v1', 'secrets')];
    const owners = new Map<string, object>();
    for (const name of ['a', 'b', 'c', 'd']) {
      const uid = expectText(await createObject(c, maps.collection, configMap(name)), 'metadata.uid');
      owners.set(name, { apiVersion: 'v1', kind: 'ConfigMap', name, uid });
    }
    const owned = async (name: string, ...ownerReferences: readonly (object | undefined)[]) => {
      await createObject(c, secrets.collection, secret(name, {}, { ownerReferences }));
    };
    await owned('of-two', owners.get('a'), owners.get('b'));
    await owned('of-one', owners.get('a'));
    await owned('of-none', owners.get('c'));
    await owned('of-another', owners.get('d'));
    // The owner's name with a uid that never existed.
    // What cannot be looked up is no dead owner: a kind that is not served, and an object of a namespace for one of the cluster.
    const unserved = { apiVersion: 'conformance.example/v1', kind: 'None', name: 'none', uid: c.unique('uid') };
    await owned('of-unserved-kind', unserved, owners.get('a'));
    const roles = c.clusterResource('rbac.authorization.{api}/v1', 'clusterroles');
    const clusterWide = roles.item(c.unique('of-namespaced'));
    c.removeLater(clusterWide);
    await createObject(c, roles.collection, {
      ...role(c.vendor.fill('rbac.authorization.{api}/v1'), 'ClusterRole', clusterWide.split('/').at(-1) ?? '', [], {
        ownerReferences: [owners.get('a')],
      }),
    });
    await owned('of-nobody', { ...owners.get('d'), uid: 'a3c5f1f0-0000-4000-8000-000000000000' });
    const ownersOf = async (name: string) => {
      const left = fieldOf(await c.wire.get(secrets.item(name)), 'metadata.ownerReferences');
      return Array.isArray(left) ? left.map((each) => fieldOf(each, 'name')) : [];
    };
    const isGone = (name: string) => c.eventually(async () => expectStatus(await c.wire.get(secrets.item(name)), 404));
    expectDeleted(await c.wire.delete(maps.item('a'), { propagationPolicy: 'Background' }));
    await isGone('of-one');
    await isGone('of-nobody');
    await c.eventually(async () => expectEqual('owners that are left', await ownersOf('of-two'), ['b']));
    // A new object with the name of the dead owner owns nothing.
    await createObject(c, maps.collection, configMap('a'));
    await expectLasting(c, async () => {
      for (const path of [
        ...['of-two', 'of-another', 'of-unserved-kind'].map((name) => secrets.item(name)),
        clusterWide,
      ]) {
        const stays = await c.wire.get(path);
        expectOk(stays);
        expectAbsent(stays, 'metadata.deletionTimestamp');
      }
    });
    await c.holds('DEL-003', async () => {
      expectDeleted(await c.wire.delete(maps.item('c'), { orphanDependents: true }));
      await c.eventually(async () => {
        expectStatus(await c.wire.get(maps.item('c')), 404);
        expectEqual('owners of an orphan', await ownersOf('of-none'), []);
      });
      expectAbsent(await c.wire.get(secrets.item('of-none')), 'metadata.deletionTimestamp');
    });
    expectDeleted(await c.wire.delete(maps.item('b'), { propagationPolicy: 'Foreground' }));
    await isGone('of-two');
    expectEqual(
      'owners',
      expectArray(await c.wire.get(secrets.item('of-another')), 'metadata.ownerReferences').length,
      1,
    );
  },
} satisfies Case;
