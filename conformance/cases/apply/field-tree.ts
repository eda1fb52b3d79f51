import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'field-tree',
  title: 'The managed fields of an apply MUST hold exactly the fields of its body.',
  requirements: ['OBJ-065', 'APPLY-022', 'APPLY-070'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a', { theirs: '1' }));
    const applied = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { mine: '2' }), {
      query: { fieldManager: 'm1' },
    });
    expectOk(applied);
    expectField(applied, 'data', { theirs: '1', mine: '2' });
    const entry = expectArray(applied, 'metadata.managedFields').find((each) => fieldOf(each, 'manager') === 'm1');
    expectField(entry, 'fieldsV1', { 'f:data': { 'f:mine': {} } });
  },
} satisfies Case;
