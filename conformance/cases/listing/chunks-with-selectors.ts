import { continueOf, namesOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'chunks-with-selectors',
  title: 'Chunking SHOULD work with a selector and return every match once.',
  requirements: ['LIST-023', 'VERB-075U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 7);
    const seen: string[] = [];
    let token = '';
    let requests = 0;
    do {
      const query = { labelSelector: 'parity=even', limit: '3', ...(token === '' ? {} : { continue: token }) };
      const chunk = await c.wire.get(maps.collection, { query });
      expectOk(chunk);
      seen.push(...namesOf(chunk));
      token = continueOf(chunk);
      requests += 1;
    } while (token !== '' && requests < 10);
    expectEqual('matches over the chunks', seen, ['m-00', 'm-02', 'm-04', 'm-06']);
  },
} satisfies Case;
