import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'scale-is-another-view',
  title: 'A sub-resource MUST be able to return its object as another kind.',
  requirements: ['OBJ-007'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    await createObject(c, deployments.collection, deployment('d'));
    const scale = await c.wire.get(deployments.item('d', 'scale'));
    expectOk(scale);
    expectField(scale, 'kind', 'Scale');
    expectField(scale, 'metadata.name', 'd');
    expectAbsent(scale, 'spec.template');
    expectOk(await c.wire.patch(deployments.item('d', 'scale'), 'merge', { spec: { replicas: 0 } }));
  },
} satisfies Case;
