import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import type { Case } from '../../contract/case.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectArray, expectText, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { eventName, expectOpen } from '../../wire/expect/watch.ts';

const held = 'conformance.example/x';

export default {
  id: 'foreground-order',
  title:
    'The foreground policy MUST delete dependents before their owner, down to the last, and wait only for those that block it.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const labels = { stock: 'yes' };
    const make = async (name: string, owner: string, blockOwnerDeletion: boolean, finalizers: readonly string[]) => {
      const uid = expectText(await c.wire.get(maps.item(owner)), 'metadata.uid');
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid, blockOwnerDeletion }];
      return createObject(c, maps.collection, configMap(name, {}, { labels, ownerReferences, finalizers }));
    };
    await make('child', 'm-00', true, []);
    await make('grandchild', 'child', true, [held]);
    const last = await make('lodger', 'm-00', false, [held]);
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versionOf(last) });
    expectOpen(stream);
    expectDeleted(await c.wire.delete(maps.item('m-00'), { propagationPolicy: 'Foreground' }));
    await c.eventually(async () => {
      for (const name of ['grandchild', 'lodger']) {
        expectTime(await c.wire.get(maps.item(name)), 'metadata.deletionTimestamp');
      }
    });
    // The last dependent holds every owner above it; each owner has the foregroundDeletion finalizer.
    await expectLasting(c, async () => {
      for (const name of ['m-00', 'child']) {
        const waiting = await c.wire.get(maps.item(name));
        expectOk(waiting);
        expectTime(waiting, 'metadata.deletionTimestamp');
        const finalizers = expectArray(waiting, 'metadata.finalizers');
        expectThat(
          `finalizers of ${name}`,
          finalizers.includes('foregroundDeletion'),
          'foregroundDeletion',
          finalizers,
        );
      }
    });
    const release = (name: string) => c.wire.patch(maps.item(name), 'merge', { metadata: { finalizers: [] } });
    expectOk(await release('grandchild'));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('m-00')), 404));
    // A dependent that does not block its owner still exists.
    expectOk(await c.wire.get(maps.item('lodger')));
    expectOk(await release('lodger'));
    const removed: string[] = [];
    while (removed.length < 4) {
      const event = await stream.nextChange();
      if (!['ADDED', 'MODIFIED'].includes(event.type)) removed.push(eventName(event));
    }
    expectEqual('order of removals', removed, ['grandchild', 'child', 'm-00', 'lodger']);
  },
} satisfies Case;
