import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-without-limit',
  title: 'A continue token without a limit SHOULD return the whole rest of the list.',
  requirements: ['VERB-086U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    const rest = await c.wire.get(maps.collection, { query: { ...createdSelector, continue: continueOf(first) } });
    expectNames(rest, ['m-01', 'm-02', 'm-03']);
    expectAbsent(rest, 'metadata.continue');
  },
} satisfies Case;
