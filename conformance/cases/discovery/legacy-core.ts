import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'legacy-core',
  title: 'The path api SHOULD name the versions of the core group.',
  requirements: ['VERB-092', 'VERS-037'],
  async run(c) {
    const answer = await c.wire.get('/api');
    expectOk(answer);
    expectShape(answer, 'coreVersions');
    expectThat(
      'versions',
      expectArray(answer, 'versions').includes('v1'),
      'a list with v1',
      fieldOf(answer, 'versions'),
    );
    expectOk(await c.wire.get('/api/v1/namespaces', { query: { limit: '1' } }));
  },
} satisfies Case;
