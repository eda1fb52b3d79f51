import { fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

const names = ['a', 'b', 'c'];

export default {
  id: 'circle-of-owners',
  title: 'The foreground policy MUST finish when objects own each other in a cycle.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const uids = new Map<string, unknown>();
    for (const name of names) {
      uids.set(name, fieldOf(await createObject(c, maps.collection, configMap(name)), 'metadata.uid'));
    }
    for (const [index, name] of names.entries()) {
      const owner = names[(index + 1) % names.length] ?? '';
      const reference = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: owner,
        uid: uids.get(owner),
        blockOwnerDeletion: true,
      };
      expectOk(await c.wire.patch(maps.item(name), 'merge', { metadata: { ownerReferences: [reference] } }));
    }
    expectDeleted(await c.wire.delete(maps.item('a'), { propagationPolicy: 'Foreground' }));
    for (const name of names) {
      await c.eventually(async () => expectStatus(await c.wire.get(maps.item(name)), 404));
    }
  },
} satisfies Case;
