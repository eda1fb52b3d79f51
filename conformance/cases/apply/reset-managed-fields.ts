import { fieldOf } from '../../wire/expect/object.ts';
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
      return (await c.wire.get(maps.item(name))).json() as { metadata: object };
    };
    await fresh('merge');
    expectOk(await c.wire.patch(maps.item('merge'), 'merge', { metadata: { managedFields: [{}] } }));
    await fresh('json');
    expectOk(
      await c.wire.patch(maps.item('json'), 'json', [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]),
    );
    const object = await fresh('put');
    expectOk(await c.wire.put(maps.item('put'), { ...object, metadata: { ...object.metadata, managedFields: [{}] } }));
    for (const name of ['merge', 'json', 'put']) {
      const left = (fieldOf(await c.wire.get(maps.item(name)), 'metadata.managedFields') ?? []) as unknown[];
      expectEqual(`managedFields of ${name}`, left, []);
    }
  },
} satisfies Case;
