import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'malformed-version',
  title: 'A malformed version MUST be refused.',
  requirements: ['VERB-059', 'RV-064U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const resourceVersion of ['abc', '1.5', '-1', '1 1']) {
      await c.holds('RV-064U', async () => {
        expectRefused(await c.wire.get(maps.collection, { query: { resourceVersion } }));
        const stream = await c.wire.watch(maps.collection, { resourceVersion });
        expectThat(`status of a watch from ${resourceVersion}`, stream.status >= 400, 'a refusal', stream.status);
      });
    }
    // A valid version is accepted, also for an item.
    await c.holds('VERB-059', async () => {
      const resourceVersion = versionOf(await createObject(c, maps.collection, configMap('a')));
      expectOk(await c.wire.get(maps.collection, { query: { resourceVersion } }));
      expectOk(await c.wire.get(maps.item('a'), { query: { resourceVersion } }));
      const stream = await c.wire.watch(maps.collection, { resourceVersion, timeoutSeconds: '1' });
      expectOpen(stream);
      stream.close();
    });
  },
} satisfies Case;
