import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'named-group-subresource',
  title: 'Sub-resources of named groups MUST lie below the item path.',
  requirements: ['VERB-078', 'VERB-012'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    await createObject(c, deployments.collection, deployment('d'));
    const status = await c.wire.get(deployments.item('d', 'status'));
    expectOk(status);
    expectField(status, 'kind', 'Deployment');
  },
} satisfies Case;
