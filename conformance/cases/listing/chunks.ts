import { continueOf, expectList, namesOf } from '../../wire/expect/list.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'chunks',
  title: 'With a limit a list MUST come in chunks of that size, whose tokens lead through each item once.',
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
    await c.holds(['LIST-004', 'VERB-063'], async () =>
      expectThat('sizes of the chunks', sizes[0] === 2 && sizes.every((size) => size <= 2), '2, and at most 2', sizes),
    );
    await c.holds(['LIST-005', 'OBJ-072'], async () => expectThat('chunks', sizes.length > 1, 'more than one', sizes));
    await c.holds(['LIST-007', 'OBJ-073'], async () => expectEqual('token of the last chunk', token, ''));
    await c.holds('LIST-022', async () => expectEqual('names over the chunks', seen.toSorted(), names));
    await c.holds(['LIST-002', 'LIST-006', 'VERB-064'], async () => {
      expectEqual('sizes of the chunks', sizes, [2, 2, 1]);
      expectEqual('names over the chunks', seen.toSorted(), names);
    });
  },
} satisfies Case;
