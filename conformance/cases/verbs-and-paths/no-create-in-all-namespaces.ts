import { expectFailure, expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'no-create-in-all-namespaces',
  title:
    'A create or a deletion on the collection of all namespaces SHOULD be refused, and MUST NOT change any namespace.',
  requirements: ['VERB-079U', 'VERB-057U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const all = c.clusterResource('v1', 'configmaps').collection;
    expectRefused(await c.wire.post(all, configMap('nowhere', {})));
    const named = { ...configMap('nowhere', {}), metadata: { name: 'nowhere', namespace: c.namespace } };
    expectRefused(await c.wire.post(all, named));
    expectFailure(await c.wire.get(maps.item('nowhere')), 404, 'NotFound');
    // Selected, so that a target that does delete takes only this one.
    const label = c.unique('stays');
    await createObject(c, maps.collection, configMap('stays', {}, { labels: { [label]: '' } }));
    expectRefused(await c.wire.delete(all, undefined, { query: { labelSelector: label } }));
    expectOk(await c.wire.get(maps.item('stays')));
  },
} satisfies Case;
