import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'parameter-of-wrong-type',
  title: 'A parameter value of the wrong type SHOULD be refused.',
  requirements: ['VERB-090'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const wrong: readonly Record<string, string>[] = [
      { limit: 'x' },
      { watch: '1', timeoutSeconds: 'soon' },
      { resourceVersion: 'one' },
    ];
    for (const query of wrong) {
      expectRefused(await c.wire.get(maps.collection, { query }));
    }
  },
} satisfies Case;
