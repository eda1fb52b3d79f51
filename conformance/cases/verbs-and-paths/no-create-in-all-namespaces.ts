import { expectFailure, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'no-create-in-all-namespaces',
  title: 'A create on the collection of all namespaces SHOULD be refused, whatever namespace its object has.',
  requirements: ['VERB-079U', 'VERB-057U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const all = c.clusterResource('v1', 'configmaps').collection;
    expectRefused(await c.wire.post(all, configMap('nowhere', {})));
    const named = { ...configMap('nowhere', {}), metadata: { name: 'nowhere', namespace: c.namespace } };
    expectRefused(await c.wire.post(all, named));
    expectFailure(await c.wire.get(maps.item('nowhere')), 404, 'NotFound');
  },
} satisfies Case;
