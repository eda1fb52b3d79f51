import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'labels-and-annotations-come-back',
  title: 'Labels and annotations MUST be stored and returned as maps of strings.',
  requirements: ['OBJ-053', 'OBJ-054'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const labels = { app: 'web', 'team.example/tier': 'Front_1.0', empty: '' };
    const annotations = { note: 'any "text" at all\nin two lines', 'a.example/b': '' };
    await createObject(c, maps.collection, configMap('a', {}, { labels, annotations }));
    const got = await c.wire.get(maps.item('a'));
    expectField(got, 'metadata.labels', labels);
    expectField(got, 'metadata.annotations', annotations);
  },
} satisfies Case;
