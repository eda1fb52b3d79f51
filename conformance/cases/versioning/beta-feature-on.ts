import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'beta-feature-on',
  title: 'A beta feature MUST be available on a server without gate settings.',
  requirements: ['VERS-012'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const query = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', timeoutSeconds: '1' };
    const stream = await c.wire.watch(c.resource('v1', 'configmaps').collection, query);
    expectStatus(stream.opened, 200);
  },
} satisfies Case;
