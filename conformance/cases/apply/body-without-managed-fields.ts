import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'body-without-managed-fields',
  title: 'An apply body with managedFields MUST be refused.',
  requirements: ['APPLY-044', 'APPLY-062U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const managedFields = [
      { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
    ];
    expectRefused(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', {}, { managedFields }), {
        query: { fieldManager: 'm1' },
      }),
    );
    expectStatus(await c.wire.get(maps.item('a')), 404);
    // Nor does a caller change the owners of an object in this way.
    expectCreated(await applyAs(c, 'm1', maps.item('a'), configMap('a', { k: '1' })));
    const before = (await c.wire.get(maps.item('a'))).json();
    const changed = configMap('a', { k: '2' }, { managedFields });
    expectRefused(await applyAs(c, 'm1', maps.item('a'), changed, { force: 'true' }));
    expectEqual('object afterwards', (await c.wire.get(maps.item('a'))).json(), before);
  },
} satisfies Case;
