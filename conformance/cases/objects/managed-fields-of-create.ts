import { expectArray, expectField, expectTime } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'managed-fields-of-create',
  title: 'A create MUST be recorded in managedFields as an Update of its manager.',
  requirements: ['OBJ-056', 'OBJ-058', 'OBJ-060', 'OBJ-061', 'OBJ-062', 'OBJ-063', 'OBJ-064', 'OBJ-092', 'VERB-071'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await c.wire.post(maps.collection, configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } });
    expectCreated(created);
    const entries = expectArray(created, 'metadata.managedFields');
    expectEqual('number of entries', entries.length, 1);
    expectField(entries[0], 'manager', 'm1');
    expectField(entries[0], 'operation', 'Update');
    expectField(entries[0], 'apiVersion', 'v1');
    expectField(entries[0], 'fieldsType', 'FieldsV1');
    expectField(entries[0], ['fieldsV1', 'f:data', 'f:k'], {});
    expectTime(entries[0], 'time');
  },
} satisfies Case;
