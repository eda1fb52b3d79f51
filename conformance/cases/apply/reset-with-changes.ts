import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'reset-with-changes',
  title: 'A write that resets managedFields and changes fields MUST leave the owners that the profile documents.',
  requirements: ['APPLY-055', 'APPLY-056'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const metadata = { managedFields: [{}] };
    const writes = {
      merge: () => c.wire.patch(maps.item('merge'), 'merge', { metadata, data: { b: '2' } }, { query: by }),
      json: () => {
        const reset = { op: 'replace', path: '/metadata/managedFields', value: [{}] };
        const change = { op: 'add', path: '/data/b', value: '2' };
        return c.wire.patch(maps.item('json'), 'json', [reset, change], { query: by });
      },
      put: () => c.wire.put(maps.item('put'), configMap('put', { a: '1', b: '2' }, metadata), { query: by }),
    };
    const by = { fieldManager: 'm2' };
    for (const [name, write] of Object.entries(writes)) {
      expectCreated(await applyAs(c, 'm1', maps.item(name), configMap(name, { a: '1' })));
      expectOk(await write());
      const left = await c.wire.get(maps.item(name));
      expectField(left, 'data', { a: '1', b: '2' });
      const entries = (fieldOf(left, 'metadata.managedFields') ?? []) as readonly unknown[];
      const owners = entries.map((entry) => [
        fieldOf(entry, 'manager'),
        fieldOf(entry, ['fieldsV1', 'f:data', 'f:a']) !== undefined,
        fieldOf(entry, ['fieldsV1', 'f:data', 'f:b']) !== undefined,
      ]);
      const expected = c.vendor.behaviour.resetOwners === 'own-changes' ? [['m2', false, true]] : [];
      expectEqual(`owners after ${name}`, owners, expected);
    }
  },
} satisfies Case;
