import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'five-methods',
  title: 'One object MUST be created, read, updated, patched and deleted with the five HTTP methods.',
  requirements: [
    'VERB-001',
    'VERB-017',
    'VERB-019',
    'VERB-028',
    'VERB-029',
    'VERB-032',
    'VERB-033',
    'VERB-034',
    'VERB-035',
    'VERB-037',
    'VERB-038',
    'VERB-055U',
  ],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(c, maps.collection, configMap('a', { k: '1' }));
    const got = await c.wire.get(maps.item('a'));
    expectOk(got);
    expectField(got, 'kind', 'ConfigMap');
    const object = got.json() as { data: Record<string, string> };
    const updated = await c.wire.put(maps.item('a'), { ...object, data: { k: '2' } });
    expectOk(updated);
    expectField(updated, 'data.k', '2');
    expectDifferent('version after PUT', versionOf(updated), versionOf(created));
    const patched = await c.wire.patch(maps.item('a'), 'merge', { data: { k: '3' } });
    expectOk(patched);
    expectField(patched, 'data.k', '3');
    expectDeleted(await c.wire.delete(maps.item('a')));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('a')), 404));
  },
} satisfies Case;
