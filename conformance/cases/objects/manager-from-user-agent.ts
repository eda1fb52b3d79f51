import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'manager-from-user-agent',
  title: 'Without fieldManager the manager of a write MUST be the User-Agent up to the first slash.',
  requirements: ['APPLY-028', 'APPLY-027'],
  needs: ['namespace'],
  async run(c) {
    const created = await c.wire.post(c.resource('v1', 'configmaps').collection, configMap('a', { k: '1' }), {
      headers: { 'user-agent': 'conformance-tool/1.0 (test)' },
    });
    expectCreated(created);
    expectField(created, 'metadata.managedFields.0.manager', 'conformance-tool');
  },
} satisfies Case;
