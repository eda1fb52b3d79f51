import { expectNames } from '../../wire/expect/list.ts';
import { expectAbsent, expectArray } from '../../wire/expect/object.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-delete-collection',
  title: 'A dry-run DELETE of a collection MUST delete nothing.',
  requirements: ['DRY-027'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: { dryRun: 'All', ...createdSelector } }));
    const after = await c.wire.get(maps.collection, { query: createdSelector });
    expectNames(after, names);
    for (const item of expectArray(after, 'items')) expectAbsent(item, 'metadata.deletionTimestamp');
  },
} satisfies Case;
