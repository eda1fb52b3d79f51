import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'apply-patch-type',
  title: 'The apply media type MUST create and merge an object, from YAML as well as from JSON.',
  requirements: ['MEDIA-033', 'MEDIA-034', 'APPLY-021', 'APPLY-023', 'APPLY-024', 'APPLY-025', 'APPLY-065', 'OBJ-059'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: "1"\n';
    const first = await c.wire.patch(maps.item('a'), 'apply', yaml, { query: { fieldManager: 'm1' } });
    expectCreated(first);
    expectField(first, 'metadata.managedFields.0.operation', 'Apply');
    const second = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), {
      query: { fieldManager: 'm1' },
    });
    expectOk(second);
    expectField(second, 'data.k', '2');
    expectEqual('uid', fieldOf(second, 'metadata.uid'), fieldOf(first, 'metadata.uid'));
  },
} satisfies Case;
