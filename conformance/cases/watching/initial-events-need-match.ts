import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'initial-events-need-match',
  title: 'A watch with sendInitialEvents but without the match NotOlderThan MUST be refused.',
  requirements: ['VERB-067'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const wrong: readonly Record<string, string>[] = [
      { sendInitialEvents: 'true' },
      { sendInitialEvents: 'true', resourceVersion: '1', resourceVersionMatch: 'Exact' },
    ];
    for (const query of wrong) {
      const stream = await c.wire.watch(maps.collection, query);
      expectThat('status of the watch', stream.status >= 400 && stream.status < 500, 'a 4xx refusal', stream.status);
    }
  },
} satisfies Case;
