import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'updates-never-conflict',
  title: 'A write that is not an apply MUST NOT fail because of field ownership, and MUST own what it changes.',
  requirements: ['APPLY-032', 'APPLY-039'],
  needs: ['namespace'],
  async run(c) {
    const item = c.resource('v1', 'configmaps').item('a');
    expectCreated(await applyAs(c, 'm1', item, configMap('a', { k: '1' })));
    const data = { k: '2' };
    const replacing = [{ op: 'replace', path: '/data/k', value: '2' }];
    for (const [manager, write] of [
      ['m2', (query: Record<string, string>) => c.wire.patch(item, 'merge', { data }, { query })],
      ['m3', (query: Record<string, string>) => c.wire.patch(item, 'json', replacing, { query })],
      ['m4', (query: Record<string, string>) => c.wire.patch(item, 'strategic', { data }, { query })],
      ['m5', (query: Record<string, string>) => c.wire.put(item, configMap('a', data), { query })],
    ] as const) {
      const updated = await write({ fieldManager: manager });
      expectOk(updated);
      expectField(updated, 'data.k', '2');
      expectEqual('owners of the field', ownersOf(updated, 'f:data', 'f:k'), [manager]);
      // The field belongs to an applier again, and has another value.
      expectOk(await applyAs(c, 'm1', item, configMap('a', { k: '1' }), { force: 'true' }));
    }
  },
} satisfies Case;
