import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-not-older-than',
  title: 'A list with a version MUST contain the change of that version and carry a version at least as new.',
  requirements: ['RV-012', 'RV-027', 'RV-041', 'RV-042'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    const resourceVersion = versions.at(-1) ?? '';
    for (const query of [{}, { resourceVersionMatch: 'NotOlderThan' }]) {
      const list = await c.wire.get(maps.collection, { query: { ...createdSelector, ...query, resourceVersion } });
      expectNames(list, ['m-00', 'm-01', 'm-02']);
      expectThat(
        'version of the list',
        BigInt(versionOf(list)) >= BigInt(resourceVersion),
        `at least ${resourceVersion}`,
        versionOf(list),
      );
    }
  },
} satisfies Case;
