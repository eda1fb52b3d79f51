import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'field-unknown',
  title: 'A field selector on a field that the kind does not offer MUST be refused.',
  requirements: ['VERB-090'],
  needs: ['namespace'],
  async run(c) {
    for (const fieldSelector of ['data.k=1', 'metadata.uid=x', 'metadata.name', 'metadata.name in (a)']) {
      expectFailure(
        await c.wire.get(c.resource('v1', 'configmaps').collection, { query: { fieldSelector } }),
        400,
        'BadRequest',
      );
    }
  },
} satisfies Case;
