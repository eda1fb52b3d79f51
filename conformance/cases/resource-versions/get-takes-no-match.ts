import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-takes-no-match',
  title: 'A get with resourceVersionMatch, which belongs to lists, MUST NOT cause an internal error.',
  requirements: ['RV-066'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const query = { resourceVersion: versions[0] ?? '', resourceVersionMatch: 'Exact' };
    const answer = await c.wire.get(maps.item('m-00'), { query });
    expectThat(
      `status of ${answer.title}`,
      answer.status === 200 || (answer.status >= 400 && answer.status < 500),
      '200 or 4xx',
      answer.status,
    );
  },
} satisfies Case;
