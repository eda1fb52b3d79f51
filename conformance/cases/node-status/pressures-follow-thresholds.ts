import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

/** `much` is more than any host has free, `little` is less. Agents treat 100 % as no threshold. */
const much = { 'memory.available': '99.999%', 'nodefs.available': '99.999%', 'pid.available': '99.999%' };
const little = { 'memory.available': '1Mi', 'nodefs.available': '1Mi', 'pid.available': '1' };

/** What each condition says as reason and message when it is True, and when it is False. */
const words: Readonly<Record<string, Readonly<Record<string, readonly [reason: string, message: string]>>>> = {
  MemoryPressure: {
    True: ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'],
    False: ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  },
  DiskPressure: {
    True: ['KubeletHasDiskPressure', 'kubelet has disk pressure'],
    False: ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  },
  PIDPressure: {
    True: ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available'],
    False: ['KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  },
};

export default {
  id: 'pressures-follow-thresholds',
  title:
    'A pressure condition MUST be True on a node below its threshold, and False above it, with a reason that says so.',
  requirements: ['NSTAT-009', 'NSTAT-021', 'NSTAT-022', 'NSTAT-023'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    for (const [evictionHard, status] of [
      [much, 'True'],
      [little, 'False'],
    ] as const) {
      await judge(c, evictionHard, status);
    }
  },
} satisfies Case;

async function judge(c: CaseContext, evictionHard: object, status: string): Promise<void> {
  const configuration = { nodeStatusUpdateFrequency: '1s', evictionHard, evictionPressureTransitionPeriod: '0s' };
  await withJoinedAgent(c, { configuration }, async (joined) => {
    const shows = (type: string) =>
      c.eventually(
        async () => expectEqual(`status of ${type}`, (await joined.condition(type))?.status, status),
        agentPatience,
      );
    await c.holds('NSTAT-021', () => shows('DiskPressure'));
    await c.holds('NSTAT-022', () => shows('MemoryPressure'));
    await c.holds('NSTAT-023', () => shows('PIDPressure'));
    await c.holds('NSTAT-009', async () => {
      for (const [type, each] of Object.entries(words)) {
        const found = await joined.condition(type);
        expectEqual(`reason and message of ${type} ${status}`, [found?.['reason'], found?.['message']], each[status]);
      }
    });
  });
}
