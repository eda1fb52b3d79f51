import { continueOf, namesOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'items-in-stable-order',
  title: 'Chunks SHOULD come in one order that does not depend on the limit.',
  requirements: ['LIST-022', 'LIST-019U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 6);
    const whole = namesOf(await c.wire.get(maps.collection, { query: createdSelector }));
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '4' } });
    const rest = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '4', continue: continueOf(first) },
    });
    expectEqual('names over the chunks', [...namesOf(first), ...namesOf(rest)], whole);
  },
} satisfies Case;
