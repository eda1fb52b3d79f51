import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'all-namespaces-collection',
  title:
    'The collection without a namespace MUST list items of every namespace, the one with a namespace only its own.',
  requirements: ['VERB-004', 'VERB-005'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const label = c.unique('everywhere');
    const here = c.resource('v1', 'configmaps');
    await made(c, here.collection, configMap('a', {}, { labels: { [label]: '' } }));
    await made(c, c.resource('v1', 'configmaps', other).collection, configMap('b', {}, { labels: { [label]: '' } }));
    expectNames(await c.wire.get(here.everywhere, { query: { labelSelector: label } }), ['a', 'b']);
    expectNames(await c.wire.get(here.collection, { query: { labelSelector: label } }), ['a']);
  },
} satisfies Case;
