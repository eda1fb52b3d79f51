import { passTime, untilShown, withJoinedAgent, withMovedClock } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case } from '../../contract/case.ts';

/** `much` is more than any host has free, `little` is less. */
const much = { 'memory.available': '99.999%', 'nodefs.available': '99.999%', 'pid.available': '99.999%' };
const little = { 'memory.available': '1Mi', 'nodefs.available': '1Mi', 'pid.available': '1' };
const grace = { 'memory.available': '10m', 'nodefs.available': '30m', 'pid.available': '24h' };

export default {
  id: 'soft-thresholds',
  title: 'A pressure condition MUST be True once its soft threshold was crossed for its grace period, and not before.',
  requirements: ['NSTAT-021', 'NSTAT-022', 'NSTAT-023'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withMovedClock(c, async (clock) => {
      const configuration = {
        nodeStatusUpdateFrequency: '1s',
        nodeLeaseDurationSeconds: 8,
        evictionHard: little,
        evictionSoft: much,
        evictionSoftGracePeriod: grace,
      };
      await withJoinedAgent(c, { configuration, environment: clock.environment }, async (joined) => {
        await joined.untilReady();
        const shows = (type: string, status: string) => untilShown(c, joined, type, status);
        const show = async (disk: string, memory: string) => {
          await c.holds('NSTAT-022', () => shows('MemoryPressure', memory));
          await c.holds('NSTAT-021', () => shows('DiskPressure', disk));
          await c.holds('NSTAT-023', () => shows('PIDPressure', 'False'));
        };
        await show('False', 'False');
        // More than a minute before the first period ends, and then after it.
        for (const [minutes, disk, memory] of [
          [8, 'False', 'False'],
          [4, 'False', 'True'],
          [20, 'True', 'True'],
        ] as const) {
          await passTime(c, joined, clock, minutes * 60_000);
          await show(disk, memory);
        }
      });
    });
  },
} satisfies Case;
