import { expectNoHeader } from '../../wire/expect/headers.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-warning-on-stable',
  title: 'A request to a version that is not deprecated SHOULD NOT carry a warning.',
  requirements: ['VERS-104'],
  needs: ['namespace'],
  async run(c) {
    for (const path of [
      c.resource('v1', 'configmaps').collection,
      c.resource('apps/v1', 'deployments').collection,
      '/api/v1',
      '/apis',
    ]) {
      expectNoHeader(await c.wire.get(path), 'warning');
    }
  },
} satisfies Case;
