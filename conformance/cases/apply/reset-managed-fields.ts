import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'reset-managed-fields',
  title: 'Writing a list of one empty entry MUST clear managedFields, by each of the documented writes.',
  requirements: ['APPLY-050', 'APPLY-051', 'APPLY-052', 'APPLY-053'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const fresh = async (name: string) => {
      expectCreated(
        await c.wire.patch(maps.item(name), 'apply', configMap(name, { k: '1' }), { query: { fieldManager: 'm1' } }),
      );
      const got = await c.wire.get(maps.item(name));
      expectField(got, 'metadata.managedFields.0.manager', 'm1');
      return got.json() as { metadata: object };
    };
    const expectCleared = async (name: string) => {
      const left = (fieldOf(await c.wire.get(maps.item(name)), 'metadata.managedFields') ?? []) as unknown[];
      expectEqual(`managedFields of ${name}`, left, []);
    };
    await c.holds('APPLY-051', async () => {
      await fresh('merge');
      expectOk(await c.wire.patch(maps.item('merge'), 'merge', { metadata: { managedFields: [{}] } }));
      await expectCleared('merge');
    });
    await c.holds('APPLY-052', async () => {
      await fresh('json');
      const replaced = [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }];
      expectOk(await c.wire.patch(maps.item('json'), 'json', replaced));
      await expectCleared('json');
    });
    await c.holds(['APPLY-050', 'APPLY-053'], async () => {
      const object = await fresh('put');
      const metadata = { ...object.metadata, managedFields: [{}] };
      expectOk(await c.wire.put(maps.item('put'), { ...object, metadata }));
      await expectCleared('put');
    });
  },
} satisfies Case;
