import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { during, nodeInOwnZone, shortGrace, shortGraceServer } from '../node-heartbeats.ts';

export default {
  id: 'not-ready-taint',
  title: 'A node that reports False for longer than the period MUST be tainted as not ready, for less it SHOULD NOT.',
  requirements: ['NLIFE-008', 'NLIFE-009', 'NLIFE-017', 'NLIFE-014U'],
  launch: shortGraceServer,
  async run(c) {
    const key = c.vendor.fill('node.{label}/not-ready');
    const { node, companion } = await nodeInOwnZone(c);
    const tainted = async (): Promise<readonly string[]> =>
      (await node.taints()).filter((taint) => taint.startsWith(key));
    await during(c, [companion.renewLease, node.renewLease], async () => {
      await c.eventually(async () => expectEqual('taints of a ready node', await tainted(), []));
      await node.report('False');
      expectEqual('Ready after the report', await node.condition('Ready'), 'False');
      await c.clock.sleep(shortGrace / 4, c.signal);
      const early = await tainted();
      await node.report('True');
      if (c.vendor.behaviour.taintDelay === 'one-grace-period') {
        expectEqual('taints inside the period', early, []);
        await c.clock.sleep(shortGrace, c.signal);
        expectEqual('taints of a node that is ready again', await tainted(), []);
      } else {
        await c.eventually(async () => expectEqual('taints of a node that is ready again', await tainted(), []));
      }
      await node.report('False');
      await c.eventually(async () => {
        const taints = await tainted();
        const wanted = taints.includes(`${key}:NoSchedule`) && taints.includes(`${key}:NoExecute`);
        expectThat('taints', wanted, `${key} with NoSchedule and NoExecute`, taints);
      });
      expectEqual('Ready while it is reported False', await node.condition('Ready'), 'False');
    });
  },
} satisfies Case;
