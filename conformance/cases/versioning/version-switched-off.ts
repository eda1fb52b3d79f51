import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';

export default {
  id: 'version-switched-off',
  title: 'A disabled version MUST NOT be served, and others MUST stay.',
  requirements: ['VERS-042', 'VERS-044', 'VERS-046', 'VERS-082'],
  launch: switchedOff,
  async run(c) {
    expectStatus(await c.wire.get('/apis/batch/v1'), 404);
    expectStatus(await c.wire.get('/apis/batch/v1/jobs'), 404);
    expectStatus(await c.wire.get('/apis/autoscaling/v1/horizontalpodautoscalers'), 404);
    expectOk(await c.wire.get('/apis/autoscaling/v2/horizontalpodautoscalers'));
    expectOk(await c.wire.get('/apis/apps/v1/deployments'));
  },
} satisfies Case;
