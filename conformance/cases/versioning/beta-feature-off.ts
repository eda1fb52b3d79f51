import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';

export default {
  id: 'beta-feature-off',
  title: 'A beta feature MUST be unavailable when its gate is off, and others MUST stay.',
  requirements: ['VERS-013', 'VERS-102'],
  needs: ['namespace'],
  launch: switchedOff,
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const query = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', timeoutSeconds: '1' };
    const refused = await c.wire.watch(maps.collection, query);
    expectFailure(refused.opened, 422, 'Invalid');
    const plain = await c.wire.watch(maps.collection, { timeoutSeconds: '1' });
    expectStatus(plain.opened, 200);
  },
} satisfies Case;
