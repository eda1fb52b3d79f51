import { containerOf, startPod, statusOf } from '../../fixtures/pod/running-pods.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'profile-is-missing',
  title: 'A container whose seccomp profile is not on its node MUST NOT run, and MUST say so; others of its pod MUST.',
  requirements: ['SECC-010', 'SECC-019', 'ERR-033'],
  needs: ['namespace', 'pod-image'],
  async run(c) {
    const seccompProfile = { type: 'Localhost', localhostProfile: `${c.unique('missing')}.json` };
    const script = 'sleep 3600';
    const { path } = await startPod(c, 'p', {
      containers: [
        containerOf(c, { name: 'without', script, securityContext: { seccompProfile } }),
        containerOf(c, { name: 'free', script }),
      ],
    });
    await c.eventually(async () => {
      const pod = await c.wire.get(path);
      expectOk(pod);
      const reason = statusOf(pod, 'containerStatuses', 'without', 'state.waiting.reason');
      expectEqual('why it waits', reason, 'CreateContainerError');
      expectEqual('the other one runs', typeof statusOf(pod, 'containerStatuses', 'free', 'state.running'), 'object');
    });
    expectAbsent(await c.wire.get(path), 'status.reason');
    await c.wire.delete(`${path}?gracePeriodSeconds=0`);
  },
} satisfies Case;
