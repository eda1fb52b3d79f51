import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'manager-from-user-agent',
  title: 'Without fieldManager the manager of a write MUST be the User-Agent up to the first slash.',
  requirements: ['APPLY-028', 'APPLY-027'],
  needs: ['namespace'],
  async run(c) {
    const created = await c.wire.post(c.resource('v1', 'configmaps').collection, configMap('a', { k: '1' }), {
      headers: { 'user-agent': 'conformance-tool/1.0 (a/b) part/2' },
    });
    expectCreated(created);
    expectField(created, 'metadata.managedFields.0.manager', 'conformance-tool');
    // A long name is cut, where a manager that is named would be refused.
    for (const length of [128, 129]) {
      const path = c.resource('v1', 'configmaps').item('a');
      const patched = await c.wire.patch(
        path,
        'merge',
        { data: { k: String(length) } },
        {
          headers: { 'user-agent': `${'m'.repeat(length)}/1.0` },
          query: { dryRun: 'All' },
        },
      );
      expectOk(patched);
      expectEqual('owners', ownersOf(patched, 'f:data', 'f:k'), ['m'.repeat(128)]);
    }
  },
} satisfies Case;
