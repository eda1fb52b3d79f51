import { versionOf } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'preconditions',
  title: 'A delete whose preconditions fail MUST be refused as a conflict and delete nothing.',
  requirements: ['DEL-004'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const finalizers = ['conformance.example/x'];
    await createObject(c, maps.collection, configMap('held', {}, { finalizers }));
    const uid = '00000000-0000-4000-8000-000000000001';
    // Each by itself, and one that fails beside one that holds; a delete that would only mark the object too.
    for (const path of [maps.item('m-00'), maps.item('held')]) {
      const before = await c.wire.get(path);
      const own = { uid: fieldOf(before, 'metadata.uid'), resourceVersion: versionOf(before) };
      for (const wrong of [{ uid }, { resourceVersion: '1' }, { ...own, uid }, { ...own, resourceVersion: '1' }])
        expectFailure(await c.wire.delete(path, { preconditions: wrong }), 409, 'Conflict');
      expectEqual('object after the conflicts', (await c.wire.get(path)).json(), before.json());
    }
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
    const live = await c.wire.get(maps.item('m-00'));
    const preconditions = { uid: fieldOf(live, 'metadata.uid'), resourceVersion: versions[0] };
    expectDeleted(await c.wire.delete(maps.item('m-00'), { preconditions }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('m-00')), 404));
  },
} satisfies Case;
