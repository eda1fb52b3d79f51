import { containerOf, startPod, type StatusList, statusOf } from '../../fixtures/pod/running-pods.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

/** What the kernel says of a program: 0 without a filter, 2 with one. */
const tell = 'grep ^Seccomp: /proc/self/status > /dev/termination-log';
const unconfined = { seccompProfile: { type: 'Unconfined' } };

export default {
  id: 'profile-is-inherited',
  title: "A container MUST run under its own seccomp profile, and without one under its pod's.",
  requirements: ['SECC-007', 'SECC-008', 'SECC-021'],
  needs: ['namespace', 'pod-image'],
  async run(c) {
    const { path } = await startPod(c, 'p', {
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      initContainers: [containerOf(c, { name: 'first', script: tell })],
      containers: [
        containerOf(c, { name: 'own', script: tell, securityContext: unconfined }),
        containerOf(c, { name: 'inherits', script: tell }),
        containerOf(c, { name: 'stays', script: 'sleep 3600' }),
      ],
    });
    const modeOf = async (pod: Exchange, list: StatusList, name: string): Promise<unknown> => {
      const said = statusOf(pod, list, name, 'state.terminated.message');
      return typeof said === 'string' ? /^Seccomp:\s+(\d)/.exec(said)?.[1] : undefined;
    };
    const expectMode = (list: StatusList, name: string, mode: string) =>
      c.eventually(async () => {
        const pod = await c.wire.get(path);
        expectOk(pod);
        expectEqual(`mode of ${name}`, await modeOf(pod, list, name), mode);
      });
    await c.holds('SECC-007', () => expectMode('containerStatuses', 'own', '0'));
    await c.holds('SECC-008', () => expectMode('containerStatuses', 'inherits', '2'));
    await c.holds('SECC-021', async () => {
      await expectMode('initContainerStatuses', 'first', '2');
      const look = containerOf(c, { name: 'look', script: tell });
      const added = { spec: { ephemeralContainers: [look] } };
      expectOk(await c.wire.patch(`${path}/ephemeralcontainers`, 'strategic', added));
      await expectMode('ephemeralContainerStatuses', 'look', '2');
    });
    await c.wire.delete(`${path}?gracePeriodSeconds=0`);
  },
} satisfies Case;
