import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
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
  },
} satisfies Case;
