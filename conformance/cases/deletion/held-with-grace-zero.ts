import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';

const finalizers = ['conformance.example/x'];

export default {
  id: 'held-with-grace-zero',
  title: 'A grace period of 0 MUST NOT bypass finalizers, of one object or of a collection.',
  requirements: ['DEL-016', 'DEL-020', 'DEL-037'],
  needs: ['namespace'],
  async run(c) {
    const kinds = { maps: c.resource('v1', 'configmaps'), pods: c.resource('v1', 'pods') };
    const labels = { stock: 'yes' };
    for (const name of ['one', 'many']) {
      await createObject(c, kinds.maps.collection, configMap(name, {}, { finalizers, labels: { ...labels, name } }));
      await createPod(c, pod(name, {}, { finalizers, labels: { ...labels, name } }));
    }
    for (const paths of Object.values(kinds)) {
      const isHeld = async (name: string) => {
        const held = await c.wire.get(paths.item(name));
        expectOk(held);
        expectTime(held, 'metadata.deletionTimestamp');
        expectField(held, 'metadata.finalizers', finalizers);
      };
      await c.holds('DEL-016', async () => {
        // At the second request the grace period is already over.
        for (const options of [{ gracePeriodSeconds: 0 }, { gracePeriodSeconds: 0 }]) {
          expectDeleted(await c.wire.delete(paths.item('one'), options));
          await isHeld('one');
        }
      });
      await c.holds('DEL-037', async () => {
        const query = { labelSelector: 'name=many' };
        expectDeleted(await c.wire.delete(paths.collection, { gracePeriodSeconds: 0 }, { query }));
        await isHeld('many');
      });
      await c.holds('DEL-020', async () => {
        for (const name of ['one', 'many']) {
          expectOk(await c.wire.patch(paths.item(name), 'merge', { metadata: { finalizers: [] } }));
          await c.eventually(async () => expectStatus(await c.wire.get(paths.item(name)), 404));
        }
      });
    }
  },
} satisfies Case;
