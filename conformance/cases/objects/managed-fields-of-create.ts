import { expectArray, expectField, expectText, expectTime } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'managed-fields-of-create',
  title:
    'A create, and every other change but an apply, MUST be recorded in managedFields as an Update of its manager.',
  requirements: ['OBJ-056', 'OBJ-058', 'OBJ-060', 'OBJ-061', 'OBJ-062', 'OBJ-063', 'OBJ-064', 'OBJ-092', 'VERB-071'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await c.wire.post(maps.collection, configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } });
    expectCreated(created);
    const entries = expectArray(created, 'metadata.managedFields');
    const [entry] = entries;
    await c.holds('OBJ-056', async () => expectEqual('number of entries', entries.length, 1));
    await c.holds(['OBJ-058', 'VERB-071'], async () => expectField(entry, 'manager', 'm1'));
    await c.holds(['OBJ-060', 'OBJ-061', 'OBJ-092'], async () => expectField(entry, 'operation', 'Update'));
    await c.holds('OBJ-062', async () => expectField(entry, 'apiVersion', 'v1'));
    await c.holds('OBJ-064', async () => expectField(entry, 'fieldsType', 'FieldsV1'));
    await c.holds('OBJ-063', async () => {
      const [time, made] = [expectTime(entry, 'time'), expectTime(created, 'metadata.creationTimestamp')];
      expectThat('time', Math.abs(time - made) < 5_000, 'that of the create', new Date(time).toISOString());
    });
    expectField(entry, ['fieldsV1', 'f:data', 'f:k'], {});
    await c.holds(['OBJ-060', 'OBJ-061'], async () => {
      const path = maps.item('a');
      expectOk(await c.wire.put(path, configMap('a', { k: '2' }), { query: { fieldManager: 'm2' } }));
      expectOk(await c.wire.patch(path, 'merge', { data: { l: '1' } }, { query: { fieldManager: 'm3' } }));
      const add = [{ op: 'add', path: '/data/m', value: '1' }];
      expectOk(await c.wire.patch(path, 'json', add, { query: { fieldManager: 'm4' } }));
      expectOk(await c.wire.patch(path, 'strategic', { data: { n: '1' } }, { query: { fieldManager: 'm5' } }));
      const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { o: '1' } };
      expectOk(await c.wire.patch(path, 'apply', applied, { query: { fieldManager: 'm6' } }));
      const changes = expectArray(await c.wire.get(path), 'metadata.managedFields');
      expectSameMembers(
        'managers and operations',
        changes.map((each) => `${expectText(each, 'manager')} ${expectText(each, 'operation')}`),
        ['m1 Update', 'm2 Update', 'm3 Update', 'm4 Update', 'm5 Update', 'm6 Apply'],
      );
    });
  },
} satisfies Case;
