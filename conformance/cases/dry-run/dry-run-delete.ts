import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-delete',
  title: 'A dry-run DELETE MUST NOT delete the object, whether requested in the query or in the options.',
  requirements: ['DRY-004', 'DRY-031', 'DEL-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const finalizers = ['conformance.example/x'];
    await createObject(c, maps.collection, configMap('held', {}, { finalizers }));
    const policies: readonly Readonly<Record<string, string>>[] = [
      {},
      { propagationPolicy: 'Foreground' },
      { propagationPolicy: 'Orphan' },
    ];
    const remove = async (path: string, policy: Readonly<Record<string, string>>) => {
      expectDeleted(await c.wire.delete(path, undefined, { query: { dryRun: 'All', ...policy } }));
      expectDeleted(await c.wire.delete(path, { dryRun: ['All'], ...policy }));
    };
    // Neither removed, nor marked for what holds it back.
    for (const path of [maps.item('m-00'), maps.item('held')]) {
      const before = await c.wire.get(path);
      for (const policy of policies) await remove(path, policy);
      const after = await c.wire.get(path);
      expectOk(after);
      expectEqual('object after the dry runs', after.json(), before.json());
    }
    const namespace = `/api/v1/namespaces/${c.namespace}`;
    await remove(namespace, {});
    const left = await c.wire.get(namespace);
    expectField(left, 'status.phase', 'Active');
    expectAbsent(left, 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
