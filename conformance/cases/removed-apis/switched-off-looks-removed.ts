import { expectFailure, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';

export default {
  id: 'switched-off-looks-removed',
  title: 'A disabled version SHOULD look to clients like a removed one.',
  requirements: ['REMOVED-122', 'REMOVED-002U', 'VERS-082'],
  launch: switchedOff,
  async run(c) {
    for (const [off, removed] of [
      ['/apis/batch/v1', '/apis/extensions/v1beta1'],
      ['/apis/batch/v1/jobs', '/apis/batch/v1beta1/cronjobs'],
      ['/apis/batch/v1/namespaces/default/jobs/a', '/apis/batch/v1beta1/namespaces/default/cronjobs/a'],
    ] as const) {
      const [one, other] = [await c.wire.get(off), await c.wire.get(removed)];
      expectRefused(one);
      expectStatus(one, 404);
      expectEqual(`status of ${off} and ${removed}`, one.status, other.status);
      expectEqual(`body of ${off} and ${removed}`, one.text(), other.text());
    }
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' } };
    expectStatus(await c.wire.post('/apis/batch/v1/namespaces/default/jobs', job), 404);
    const wrong = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'a' } };
    expectFailure(await c.wire.post('/api/v1/namespaces/default/configmaps', wrong), [400]);
  },
} satisfies Case;
