import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'older-than-the-cache',
  title:
    'A list at an exact version that no snapshot has any more, as after a restart, MUST return that state from the store.',
  requirements: ['RV-051'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const path = '/api/v1/namespaces/default/secrets';
      const secret = (name: string) => ({
        ...configMap(name, { n: '0' }),
        kind: 'Secret',
        data: undefined,
        stringData: { n: '0' },
        metadata: { name, labels: { old: 'yes' } },
      });
      const query = { labelSelector: 'old=yes' };
      const { wire } = await folder.restart();
      for (const name of ['a', 'b', 'c']) expectCreated(await wire.post(path, secret(name)));
      const before = await wire.get(path, { query });
      expectNames(before, ['a', 'b', 'c']);
      const resourceVersion = versionOf(before);
      expectOk(await wire.patch(`${path}/a`, 'merge', { stringData: { n: '1' } }));
      expectDeleted(await wire.delete(`${path}/b`));
      expectCreated(await wire.post(path, secret('d')));

      const { wire: later } = await folder.restart();
      const exact = { ...query, resourceVersion, resourceVersionMatch: 'Exact' };
      const list = await later.get(path, { query: exact });
      expectNames(list, ['a', 'b', 'c']);
      expectEqual('version of the list', versionOf(list), resourceVersion);
      expectField(list, 'items', (before.json() as { items: unknown }).items);
      const chunk = await later.get(path, { query: { ...exact, limit: '2' } });
      expectNames(chunk, ['a', 'b']);
      const rest = await later.get(path, { query: { ...query, limit: '2', continue: continueOf(chunk) } });
      expectNames(rest, ['c']);
      expectEqual('version of the rest', versionOf(rest), resourceVersion);

      const newest = await later.get(path, { query });
      expectNames(newest, ['a', 'c', 'd']);
      expectThat(
        'version after the restart',
        BigInt(versionOf(newest)) > BigInt(resourceVersion),
        `above ${resourceVersion}`,
        versionOf(newest),
      );
    });
  },
} satisfies Case;
