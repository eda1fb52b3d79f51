import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'pretty-is-accepted',
  title: 'The parameter pretty MUST be accepted on writes and indent the answer.',
  requirements: ['VERB-074', 'VERB-070'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const answer = await c.wire.post(maps.collection, configMap('a'), { query: { dryRun: 'All', pretty: 'true' } });
    expectCreated(answer);
    expectThat('body of a pretty answer', answer.text().includes('\n  "'), 'indented JSON', answer.text().slice(0, 60));
  },
} satisfies Case;
