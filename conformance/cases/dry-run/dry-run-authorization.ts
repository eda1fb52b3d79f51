import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Wire } from '../../wire/exchange/wire.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-authorization',
  title: 'A dry run MUST need the same permission as the real request.',
  requirements: ['DRY-023'],
  needs: ['namespace', 'impersonation', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const [item, query] = [maps.item('m-00'), { dryRun: 'All' }];
    const caller = async (...verbs: readonly string[]) => {
      const user = c.unique('user');
      await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['list', ...verbs] });
      await c.eventually(async () => expectOk(await c.as(user).get(maps.collection)));
      return c.as(user);
    };
    const changed = configMap('m-00', { n: 'changed' }, { labels: { stock: 'yes' } });
    const writes = (by: Wire): readonly (() => Promise<Exchange>)[] => [
      () => by.post(maps.collection, configMap('a'), { query }),
      () => by.put(item, changed, { query }),
      () => by.patch(item, 'merge', changed, { query }),
      () => by.patch(maps.item('a'), 'apply', configMap('a'), { query: { ...query, fieldManager: 'conformance' } }),
      () => by.delete(item, undefined, { query }),
      () => by.delete(item, { dryRun: ['All'] }),
      () => by.delete(maps.collection, undefined, { query: { ...query, ...createdSelector } }),
    ];
    for (const write of writes(await caller('get'))) expectFailure(await write(), 403, 'Forbidden');
    const all = await caller('create', 'update', 'patch', 'delete', 'deletecollection');
    for (const write of writes(all)) expectCreated(await write());
  },
} satisfies Case;
