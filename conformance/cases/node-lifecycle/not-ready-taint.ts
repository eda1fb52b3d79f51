import { expectDifferent, expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import {
  during,
  expectInsidePeriod,
  inTime,
  nodeInOwnZone,
  shortGrace,
  shortGraceServer,
} from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'not-ready-taint',
  title: 'A node that reports False for longer than the period MUST get the not-ready taint; for less it SHOULD NOT.',
  requirements: ['NLIFE-008', 'NLIFE-009', 'NLIFE-017', 'NLIFE-014U'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const key = c.vendor.fill('node.{label}/not-ready');
  const { node, companion, another, since } = await nodeInOwnZone(c);
  // Two of four nodes: if more of a zone fail, the controller evicts no pods there.
  const [other, second] = [await another(), await another()];
  const tainted = async (of = node): Promise<readonly string[]> =>
    (await of.taints()).filter((taint) => taint.startsWith(key));
  const alive = [companion, second, node, other].map(({ renewLease }) => renewLease);
  await during(c, since, alive, async () => {
    await c.eventually(async () => expectEqual('taints of a ready node', await tainted(), []));
    await other.report('False');
    const reported = c.clock.monotonic();
    await node.report('False');
    expectEqual('Ready after the report', await node.condition('Ready'), 'False');
    await c.clock.sleep(shortGrace / 4, c.signal);
    const early = await tainted();
    await node.report('True');
    expectInsidePeriod(c, reported);
    if (c.vendor.behaviour.taintDelay === 'one-grace-period') {
      expectEqual('taints inside the period', early, []);
      // The other node became not ready at the same time and stayed so: its taint shows that the period is over.
      await c.eventually(async () => expectDifferent('taints of the other', await tainted(other), []));
      await expectLasting(c, async () => {
        expectEqual('taints of a node that is ready again', await tainted(), []);
      });
    } else {
      await c.eventually(async () => expectEqual('taints of a node that is ready again', await tainted(), []));
    }
    await other.report('True');
    await node.report('False');
    await c.eventually(async () => {
      const taints = await tainted();
      const wanted = taints.includes(`${key}:NoSchedule`) && taints.includes(`${key}:NoExecute`);
      expectThat('taints', wanted, `${key} with NoSchedule and NoExecute`, taints);
    });
    expectEqual('Ready while it is reported False', await node.condition('Ready'), 'False');
  });
}
