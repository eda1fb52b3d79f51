import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'all-namespaces-collection',
  title:
    'The collection without a namespace MUST list items of every namespace, and the one with a namespace only its own.',
  requirements: ['VERB-004', 'VERB-005'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const label = c.unique('everywhere');
    const here = c.resource('v1', 'configmaps');
    await createObject(c, here.collection, configMap('a', {}, { labels: { [label]: '' } }));
    await createObject(
      c,
      c.resource('v1', 'configmaps', other).collection,
      configMap('b', {}, { labels: { [label]: '' } }),
    );
    expectNames(await c.wire.get(here.everywhere, { query: { labelSelector: label } }), ['a', 'b']);
    expectNames(await c.wire.get(here.collection, { query: { labelSelector: label } }), ['a']);
  },
} satisfies Case;
