import { fieldOf, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectDifferent, expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'system-fields-are-not-the-clients',
  title:
    'A client MUST NOT be able to set the uid, version or creation time of an object, or give two objects the same uid.',
  requirements: ['UPD-016', 'OBJ-040'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const uid = '00000000-0000-4000-8000-000000000001';
    const creationTimestamp = '2001-02-03T04:05:06Z';
    const make = (name: string) => createObject(c, maps.collection, configMap(name, {}, { uid, creationTimestamp }));
    const [one, other] = [await make('a'), await make('b')];
    await c.holds('UPD-016', async () => {
      expectDifferent('metadata.uid', fieldOf(one, 'metadata.uid'), uid);
      expectDifferent('creationTimestamp', fieldOf(one, 'metadata.creationTimestamp'), creationTimestamp);
    });
    await c.holds('UPD-016', async () => {
      const sent = { ...(one.json() as { metadata: object }), data: { k: '1' } };
      const changed = { ...sent, metadata: { ...sent.metadata, creationTimestamp } };
      const answer = await c.wire.put(maps.item('a'), changed);
      // Ignored, not refused: who writes back what was read must not fail for a time of another form.
      expectOk(answer);
      const stored = await c.wire.get(maps.item('a'));
      for (const field of ['metadata.uid', 'metadata.creationTimestamp'])
        expectEqual(`${field} after a PUT`, fieldOf(stored, field), fieldOf(one, field));
      const versioned = await c.wire.put(maps.item('a'), { ...sent, metadata: { name: 'a', resourceVersion: '1' } });
      expectThat('PUT with a version of its own', versioned.status >= 400, 'an error', versioned.status);
      const given = configMap('c', {}, { resourceVersion: '77' });
      const created = await c.wire.post(maps.collection, given);
      if (created.status < 400) expectDifferent('version', fieldOf(created, 'metadata.resourceVersion'), '77');
    });
    await c.holds('OBJ-040', async () =>
      expectDifferent('uid of another', expectText(other, 'metadata.uid'), expectText(one, 'metadata.uid')),
    );
  },
} satisfies Case;
