import { continueOf, namesOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-not-older-than-chunked',
  title: 'A chunked list with the match NotOlderThan MUST contain the change of the version over its chunks.',
  requirements: ['RV-030'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions, names } = await createConfigMaps(c, 3);
    const query = {
      ...createdSelector,
      limit: '2',
      resourceVersion: versions.at(-1) ?? '',
      resourceVersionMatch: 'NotOlderThan',
    };
    const first = await c.wire.get(maps.collection, { query });
    expectOk(first);
    const rest = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '2', continue: continueOf(first) },
    });
    expectEqual('names over the chunks', [...namesOf(first), ...namesOf(rest)], names);
  },
} satisfies Case;
