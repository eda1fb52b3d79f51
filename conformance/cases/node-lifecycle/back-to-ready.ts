import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'back-to-ready',
  title: 'A node that reports again SHOULD have the reported conditions and no not-ready or unreachable taints.',
  requirements: ['NLIFE-011U', 'NLIFE-012U', 'NLIFE-013U'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const { node, companion, since } = await nodeInOwnZone(c);
  const [notReady, unreachable] = ['not-ready', 'unreachable'].map((name) => c.vendor.fill(`node.{label}/${name}`));
  await during(c, since, [companion.renewLease], async () => {
    await node.report('False', { MemoryPressure: 'True', NetworkUnavailable: 'False' });
    await c.eventually(async () => {
      for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
        expectEqual(`${type} of a silent node`, await node.condition(type), 'Unknown');
      }
    });
    // Not the agent's to tell.
    expectEqual('NetworkUnavailable of a silent node', await node.condition('NetworkUnavailable'), 'False');
    await c.eventually(async () =>
      expectEqual('taints', (await node.taints()).includes(`${unreachable}:NoSchedule`), true),
    );
    await node.report('False');
    await during(c, c.clock.monotonic(), [() => node.report('False')], async () => {
      await c.eventually(async () => {
        const taints = await node.taints();
        const due =
          taints.includes(`${notReady}:NoSchedule`) && !taints.some((taint) => taint.startsWith(`${unreachable}:`));
        expectThat('taints of a node that reports False again', due, `${notReady} in place of ${unreachable}`, taints);
      });
      // The controller has seen the report, and each of its later looks leaves it as it is.
      await expectLasting(c, async () =>
        expectEqual('Ready of a node that reports False again', await node.condition('Ready'), 'False'),
      );
    });
    await during(c, c.clock.monotonic(), [() => node.report('True')], async () => {
      await c.eventually(async () => {
        const left = (await node.taints()).filter((taint) => [notReady, unreachable].includes(taint.split(':')[0]));
        expectEqual('taints of a node that reports again', left, []);
      });
      expectEqual('Ready', await node.condition('Ready'), 'True');
      for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure'])
        expectEqual(type, await node.condition(type), 'False');
    });
  });
}
