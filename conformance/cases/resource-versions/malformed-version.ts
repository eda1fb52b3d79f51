import { expectRefused } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'malformed-version',
  title: 'A version that is none MUST be refused.',
  requirements: ['RV-001', 'VERB-059', 'RV-064U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectRefused(await c.wire.get(maps.collection, { query: { resourceVersion: 'abc' } }));
    const stream = await c.wire.watch(maps.collection, { resourceVersion: 'abc' });
    expectThat('status of the watch', stream.status >= 400, 'a refusal', stream.status);
  },
} satisfies Case;
