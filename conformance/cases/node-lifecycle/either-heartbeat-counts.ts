import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { during, inTime, nodeInOwnZone, shortGraceServer } from '../../fixtures/node-heartbeats.ts';

export default {
  id: 'either-heartbeat-counts',
  title: 'A node SHOULD stay Ready as long as it renews its lease or reports its status.',
  requirements: ['NLIFE-016', 'NLIFE-004'],
  launch: shortGraceServer,
  run: (c) => inTime(() => run(c)),
} satisfies Case;

async function run(c: CaseContext): Promise<void> {
  const { node: leasing, companion: reporting, another, since } = await nodeInOwnZone(c);
  const silent = await another();
  await during(c, since, [leasing.renewLease, () => reporting.report('True')], async () => {
    // Once the node without heartbeats is Unknown, the controller has checked the other two as well.
    await c.eventually(async () => expectEqual('Ready with neither', await silent.condition('Ready'), 'Unknown'));
    await expectLasting(c, async () => {
      expectEqual('Ready with a lease alone', await leasing.condition('Ready'), 'True');
      expectEqual('Ready with reports alone', await reporting.condition('Ready'), 'True');
    });
  });
}
