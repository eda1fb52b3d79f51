import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'merge-patch',
  title: 'A merge patch MUST merge objects, remove keys by null and replace whole lists.',
  requirements: ['MEDIA-038', 'MEDIA-068', 'VERB-035'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const finalizers = ['conformance.example/x', 'conformance.example/y'];
    await createObject(c, maps.collection, configMap('a', { keep: '1', drop: '2' }, { finalizers }));
    const patch = {
      metadata: { finalizers: ['conformance.example/x'], labels: { new: 'yes' } },
      data: { drop: null, add: '3' },
    };
    const patched = await c.wire.patch(maps.item('a'), 'merge', patch);
    expectOk(patched);
    expectField(patched, 'data', { keep: '1', add: '3' });
    expectField(patched, 'metadata.finalizers', ['conformance.example/x']);
    expectField(patched, 'metadata.labels', { new: 'yes' });
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: null } }));
  },
} satisfies Case;
