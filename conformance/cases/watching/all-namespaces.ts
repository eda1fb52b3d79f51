import { versionOf } from '../../wire/expect/list.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'all-namespaces',
  title: 'A watch without a namespace MUST report objects of every namespace.',
  requirements: ['VERB-077'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const label = c.unique('watched');
    const here = c.resource('v1', 'configmaps');
    const list = await c.wire.get(here.everywhere, { query: { labelSelector: label } });
    const stream = await c.wire.watch(here.everywhere, { labelSelector: label, resourceVersion: versionOf(list) });
    expectOpen(stream);
    await createObject(c, here.collection, configMap('a', {}, { labels: { [label]: '' } }));
    await createObject(
      c,
      c.resource('v1', 'configmaps', other).collection,
      configMap('b', {}, { labels: { [label]: '' } }),
    );
    expectEvent(await stream.nextChange(), 'ADDED', 'a');
    expectEvent(await stream.nextChange(), 'ADDED', 'b');
  },
} satisfies Case;
