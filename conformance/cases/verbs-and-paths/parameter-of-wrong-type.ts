import { expectOk, expectRefused } from '../../wire/expect/status.ts';
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
      { timeout: 'soon' },
    ];
    for (const query of wrong) {
      expectRefused(await c.wire.get(maps.collection, { query }));
    }
    // No time is the usual time.
    for (const timeout of ['0', '0s', '5s']) expectOk(await c.wire.get(maps.collection, { query: { timeout } }));
  },
} satisfies Case;
