import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'uids-are-unique',
  title: 'Every object MUST have a uid of its own.',
  requirements: ['OBJ-040'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const uids = expectArray(await c.wire.get(maps.collection, { query: createdSelector }), 'items').map((item) =>
      expectText(item, 'metadata.uid'),
    );
    expectEqual('number of distinct uids', new Set(uids).size, 4);
  },
} satisfies Case;
