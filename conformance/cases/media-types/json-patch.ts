import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'json-patch',
  title: 'A JSON Patch MUST apply its operations in order.',
  requirements: ['MEDIA-036'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a', { one: '1' }, { annotations: { 'a.example/b': 'x' } }));
    const patched = await c.wire.patch(maps.item('a'), 'json', [
      { op: 'test', path: '/data/one', value: '1' },
      { op: 'replace', path: '/data/one', value: '2' },
      { op: 'copy', from: '/data/one', path: '/data/two' },
      { op: 'move', from: '/metadata/annotations/a.example~1b', path: '/data/three' },
      { op: 'add', path: '/metadata/labels', value: { k: 'v' } },
      { op: 'remove', path: '/data/one' },
    ]);
    expectOk(patched);
    expectField(patched, 'data', { two: '2', three: 'x' });
    expectField(patched, 'metadata.labels', { k: 'v' });
  },
} satisfies Case;
