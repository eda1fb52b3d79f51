import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-patch',
  title: 'A dry-run PATCH of any type MUST answer with the merged object and change nothing.',
  requirements: ['DRY-003', 'DRY-007', 'DRY-010'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const query = { dryRun: 'All', fieldManager: 'conformance' };
    const before = await c.wire.get(maps.item('m-00'));
    const patches = [
      ['merge', { data: { k: 'dry' } }],
      ['strategic', { data: { k: 'dry' } }],
      ['json', [{ op: 'add', path: '/data/k', value: 'dry' }]],
      ['apply', configMap('m-00', { k: 'dry' })],
    ] as const;
    await c.holds(['DRY-003', 'DRY-007', 'DRY-010'], async () => {
      for (const [type, body] of patches) {
        const dry = await c.wire.patch(maps.item('m-00'), type, body, { query });
        expectOk(dry);
        expectField(dry, 'data', { n: '0', k: 'dry' });
        expectEqual('object after the dry run', (await c.wire.get(maps.item('m-00'))).json(), before.json());
      }
    });
    await c.holds(['DRY-003', 'DRY-010'], async () => {
      // An apply would create what is missing.
      expectCreated(await c.wire.patch(maps.item('new'), 'apply', configMap('new'), { query }));
      expectStatus(await c.wire.get(maps.item('new')), 404);
      // Without its last finalizer an object that is being deleted would be gone.
      const finalizers = ['conformance.example/x'];
      await createObject(c, maps.collection, configMap('held', {}, { finalizers }));
      expectDeleted(await c.wire.delete(maps.item('held')));
      const released = { metadata: { finalizers: [] } };
      expectOk(await c.wire.patch(maps.item('held'), 'merge', released, { query }));
      expectField(await c.wire.get(maps.item('held')), 'metadata.finalizers', finalizers);
      expectOk(await c.wire.patch(maps.item('held'), 'merge', released));
    });
  },
} satisfies Case;
