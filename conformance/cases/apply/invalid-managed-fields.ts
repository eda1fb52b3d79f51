import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'invalid-managed-fields',
  title: 'Malformed managedFields entries MUST NOT be stored.',
  requirements: ['OBJ-061', 'OBJ-064', 'OBJ-056'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    expectCreated(await applyAs(c, 'm1', maps, configMap('a', { k: '1' })));
    const before = fieldOf(await c.wire.get(maps), 'metadata.managedFields');
    const [good] = before as readonly Readonly<Record<string, unknown>>[];
    const write = async (entry: object) => {
      const answer = await c.wire.patch(maps, 'merge', { metadata: { managedFields: [{ ...good, ...entry }] } });
      if (answer.status !== 200) expectRefused(answer);
      expectEqual('entries', fieldOf(await c.wire.get(maps), 'metadata.managedFields'), before);
    };
    await c.holds('OBJ-061', () => write({ operation: 'Delete' }));
    await c.holds('OBJ-064', () => write({ fieldsType: 'FieldsV2' }));
    await c.holds('OBJ-056', async () => {
      await write({ fieldsV1: { data: {} } });
      const renamed = [{ ...good, manager: 'm2' }];
      expectOk(await c.wire.patch(maps, 'merge', { metadata: { managedFields: renamed } }));
      expectEqual('owners', ownersOf(await c.wire.get(maps), 'f:data', 'f:k'), ['m2']);
    });
  },
} satisfies Case;
