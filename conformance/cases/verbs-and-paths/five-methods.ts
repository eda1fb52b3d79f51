import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectStatus } from '../../wire/expect/status.ts';
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
    const created = await createObject(c, maps.collection, configMap('a', { k: '1', more: '1' }));
    const got = await c.wire.get(maps.item('a'));
    await c.holds(['VERB-028', 'VERB-029'], async () => {
      for (const answer of [created, got]) expectField(answer, 'data', { k: '1', more: '1' });
    });
    await c.holds(['VERB-017', 'VERB-019'], async () => {
      expectStatus(got, 200);
      expectField(got, 'kind', 'ConfigMap');
      expectField(got, 'metadata.name', 'a');
    });
    const updated = await c.wire.put(maps.item('a'), { ...(got.json() as object), data: { k: '2' } });
    await c.holds(['VERB-032', 'VERB-033'], async () => {
      expectStatus(updated, 200, 201);
      // PUT replaces the whole object: keys that it leaves out are gone.
      expectField(await c.wire.get(maps.item('a')), 'data', { k: '2' });
    });
    await c.holds('VERB-034', async () => {
      expectField(updated, 'data', { k: '2' });
      expectDifferent('version after PUT', versionOf(updated), versionOf(created));
    });
    const patched = await c.wire.patch(maps.item('a'), 'merge', { data: { n: '3' } });
    await c.holds('VERB-035', async () => {
      expectStatus(patched, 200, 201);
      expectField(await c.wire.get(maps.item('a')), 'data', { k: '2', n: '3' });
    });
    await c.holds('VERB-037', async () => expectField(patched, 'data', { k: '2', n: '3' }));
    const list = await c.wire.get(maps.collection);
    const deleted = await c.wire.delete(maps.item('a'));
    await c.holds('VERB-038', async () => {
      expectDeleted(deleted);
      await c.eventually(async () => expectStatus(await c.wire.get(maps.item('a')), 404));
    });
    const query = { labelSelector: 'conformance.example/none' };
    const emptied = await c.wire.delete(maps.collection, undefined, { query });
    await c.holds('VERB-055U', async () => {
      for (const answer of [got, list, updated, patched, deleted, emptied]) expectStatus(answer, 200);
    });
    await c.holds('VERB-001', async () => {
      expectCreated(created);
      for (const answer of [got, updated, patched]) expectStatus(answer, 200, 201);
      expectDeleted(deleted);
    });
  },
} satisfies Case;
