import { expectTime } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'unsafe-option-spares-readable',
  title: 'With its gate on the unsafe option MUST NOT bypass the finalizers of a readable object.',
  requirements: ['DEL-025'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    for (const resource of ['configmaps', 'secrets']) {
      const objects = c.resource('v1', resource);
      const kind = resource === 'secrets' ? 'Secret' : 'ConfigMap';
      const held = { ...configMap('held', {}, { finalizers: ['conformance.example/x'] }), kind };
      await createObject(c, objects.collection, held);
      // The option may be ignored or refused: either way the finalizer keeps the object.
      const answer = await c.wire.delete(objects.item('held'), unsafe);
      const left = await c.wire.get(objects.item('held'));
      expectOk(left);
      if (answer.status < 300) expectTime(left, 'metadata.deletionTimestamp');
      else expectRefused(answer);
      await c.wire.patch(objects.item('held'), 'merge', { metadata: { finalizers: [] } });
    }
  },
} satisfies Case;
