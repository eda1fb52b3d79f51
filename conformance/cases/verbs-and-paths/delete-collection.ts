import { eventName, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';
import { configMap, secret } from '../../fixtures/manifests.ts';

export default {
  id: 'delete-collection',
  title: 'DELETE of a collection MUST delete every selected object and no other.',
  requirements: ['VERB-040', 'VERB-041', 'VERB-049', 'VERB-052U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 4);
    // Of the same labels: in another namespace, and of another kind.
    const labels = { stock: 'yes', parity: 'even' };
    const elsewhere = c.resource('v1', 'configmaps', await c.otherNamespace());
    await createObject(c, elsewhere.collection, configMap('m-00', {}, { labels }));
    const secrets = c.resource('v1', 'secrets');
    await createObject(c, secrets.collection, secret('m-00', {}, { labels }));
    const others = [elsewhere.item('m-00'), secrets.item('m-00')];
    const expectOthers = async () => {
      for (const path of others) expectOk(await c.wire.get(path));
    };
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[3] ?? '' });
    expectOpen(stream);
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 };
    await c.holds('VERB-041', async () => {
      const query = { labelSelector: 'parity=even' };
      expectDeleted(await c.wire.delete(maps.collection, { ...options, dryRun: ['All'] }, { query }));
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-00', 'm-01', 'm-02', 'm-03']);
    });
    expectDeleted(await c.wire.delete(maps.collection, options, { query: { labelSelector: 'parity=even' } }));
    await c.eventually(async () =>
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-01', 'm-03']),
    );
    await c.holds('VERB-040', expectOthers);
    await c.holds('VERB-049', async () => {
      const removed = await stream.changes(2);
      for (const [index, event] of removed.sort((a, b) => eventName(a).localeCompare(eventName(b))).entries())
        expectRemoval(event, `m-0${index * 2}`);
    });
    // Without a selector, all of the namespace.
    await c.holds('VERB-040', async () => {
      await createObject(c, maps.collection, configMap('plain'));
      expectDeleted(await c.wire.delete(maps.collection));
      await c.eventually(async () => {
        expectNames(await c.wire.get(maps.collection, { query: createdSelector }), []);
        expectStatus(await c.wire.get(maps.item('plain')), 404);
      });
      await expectOthers();
    });
  },
} satisfies Case;
