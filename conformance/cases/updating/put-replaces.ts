import { versionOf } from '../../wire/expect/list.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'put-replaces',
  title: 'PUT MUST replace the whole object and remove the fields that it leaves out.',
  requirements: ['VERB-033', 'VERB-032'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(
      c,
      maps.collection,
      configMap('a', { k: '1', other: '2' }, { labels: { x: 'y' } }),
    );
    const updated = await c.wire.put(
      maps.item('a'),
      configMap('a', { k: '1' }, { resourceVersion: versionOf(created) }),
    );
    for (const answer of [updated, await c.wire.get(maps.item('a'))]) {
      expectOk(answer);
      expectField(answer, 'data', { k: '1' });
      expectAbsent(answer, 'metadata.labels');
      expectEqual('uid', fieldOf(answer, 'metadata.uid'), fieldOf(created, 'metadata.uid'));
    }
  },
} satisfies Case;
