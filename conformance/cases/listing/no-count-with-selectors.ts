import { continueOf } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-count-with-selectors',
  title: 'A list with a selector MUST NOT report how many items remain.',
  requirements: ['OBJ-075', 'OBJ-076'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    const selectors: readonly Record<string, string>[] = [
      { labelSelector: 'stock=yes' },
      { fieldSelector: 'metadata.name!=m-02' },
    ];
    for (const query of selectors) {
      const chunk = await c.wire.get(maps.collection, { query: { ...query, limit: '1' } });
      expectOk(chunk);
      expectThat('continue', continueOf(chunk) !== '', 'a token', continueOf(chunk));
      expectAbsent(chunk, 'metadata.remainingItemCount');
    }
  },
} satisfies Case;
