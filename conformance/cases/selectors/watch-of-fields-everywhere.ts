import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'watch-of-fields-everywhere',
  title:
    'A watch over all namespaces that selects a name, a namespace or both MUST report those objects, and no others.',
  requirements: ['WATCH-008', 'WATCH-010', 'WATCH-011'],
  needs: ['namespace'],
  async run(c) {
    const name = c.unique('chosen');
    const here = c.resource('v1', 'configmaps');
    const there = c.resource('v1', 'configmaps', await c.otherNamespace());
    const resourceVersion = versionOf(await c.wire.get(here.collection));
    // By a label too: a controller may add objects of its own to a new namespace.
    const labels = { [name]: '' };
    const follow = async (fieldSelector: string) => {
      const query = { resourceVersion, fieldSelector, labelSelector: name };
      const stream = await c.wire.watch(here.everywhere, query);
      expectOpen(stream);
      return stream;
    };
    const named = await follow(`metadata.name=${name}`);
    const within = await follow(`metadata.namespace=${c.namespace}`);
    const both = await follow(`metadata.name=${name},metadata.namespace=${c.namespace}`);
    const elsewhere = await createObject(c, there.collection, configMap(name, {}, { labels }));
    await createObject(c, there.collection, configMap('other', {}, { labels }));
    const other = await createObject(c, here.collection, configMap('other', {}, { labels }));
    const chosen = await createObject(c, here.collection, configMap(name, {}, { labels }));
    const changed = await c.wire.patch(here.item(name), 'merge', { data: { k: '1' } });
    expectOk(changed);
    const gone = await c.wire.delete(there.item(name));
    expectOk(gone);
    for (const [stream, expected] of [
      [named, [elsewhere, chosen, changed]],
      [within, [other, chosen, changed]],
      [both, [chosen, changed]],
    ] as const) {
      for (const change of expected) await expectNextChange(stream, change);
    }
    expectRemoval(await named.nextChange(), name);
  },
} satisfies Case;
