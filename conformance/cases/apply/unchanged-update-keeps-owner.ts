import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'unchanged-update-keeps-owner',
  title: 'A write that leaves a value unchanged MUST NOT take its ownership.',
  requirements: ['APPLY-040', 'OBJ-093'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    const object = (await c.wire.get(maps.item('a'))).json() as { data: object };
    const put = await c.wire.put(
      maps.item('a'),
      { ...object, data: { ...object.data, other: '2' } },
      { query: { fieldManager: 'm2' } },
    );
    expectOk(put);
    const entries = expectArray(put, 'metadata.managedFields');
    const of = (manager: string) => entries.find((entry) => fieldOf(entry, 'manager') === manager);
    expectField(of('m1'), 'fieldsV1', { 'f:data': { 'f:k': {} } });
    expectField(of('m2'), 'fieldsV1', { 'f:data': { 'f:other': {} } });
  },
} satisfies Case;
