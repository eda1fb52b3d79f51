import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'annotations-too-large',
  title: 'Annotations beyond 256 KiB SHOULD be refused.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    // Names and values count: one byte more than 256 KiB, and all of them.
    expectFailure(
      await c.wire.post(maps.collection, configMap('a', {}, { annotations: { k: 'x'.repeat(262_144) } })),
      422,
      'Invalid',
    );
    expectCreated(await c.wire.post(maps.collection, configMap('a', {}, { annotations: { k: 'x'.repeat(262_143) } })));
  },
} satisfies Case;
