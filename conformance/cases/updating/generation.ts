import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'generation',
  title: 'The generation SHOULD grow with each change of the specification and stay when only metadata changes.',
  requirements: ['UPD-016', 'OBJ-043'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    expectField(await createObject(c, deployments.collection, deployment('d')), 'metadata.generation', 1);
    expectField(
      await c.wire.patch(deployments.item('d'), 'merge', { spec: { paused: true } }),
      'metadata.generation',
      2,
    );
    expectField(
      await c.wire.patch(deployments.item('d'), 'merge', { metadata: { labels: { a: 'b' } } }),
      'metadata.generation',
      2,
    );
  },
} satisfies Case;
