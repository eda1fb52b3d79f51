import { continueOf, expectList, namesOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'chunks',
  title: 'With a limit a list MUST come in chunks of that size whose tokens lead through all items once.',
  requirements: [
    'LIST-002',
    'LIST-004',
    'LIST-005',
    'LIST-006',
    'LIST-007',
    'LIST-022',
    'OBJ-072',
    'OBJ-073',
    'VERB-063',
    'VERB-064',
  ],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 5);
    const seen: string[] = [];
    const sizes: number[] = [];
    let token = '';
    do {
      const query = { ...createdSelector, limit: '2', ...(token === '' ? {} : { continue: token }) };
      const chunk = await c.wire.get(maps.collection, { query });
      expectList(chunk, 'ConfigMapList');
      sizes.push(namesOf(chunk).length);
      seen.push(...namesOf(chunk));
      token = continueOf(chunk);
    } while (token !== '' && sizes.length < 10);
    expectEqual('sizes of the chunks', sizes, [2, 2, 1]);
    expectEqual('names over the chunks', seen.sort(), names);
  },
} satisfies Case;
