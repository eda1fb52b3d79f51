import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { during, nodeInOwnZone, shortGrace, shortGraceServer } from '../node-heartbeats.ts';

export default {
  id: 'either-heartbeat-counts',
  title: 'A node SHOULD stay Ready as long as it renews its lease, or reports its status.',
  requirements: ['NLIFE-016', 'NLIFE-004'],
  launch: shortGraceServer,
  async run(c) {
    const { node: leasing, companion: reporting } = await nodeInOwnZone(c);
    await during(c, [leasing.renewLease, () => reporting.report('True')], async () => {
      await c.clock.sleep(1.7 * shortGrace, c.signal);
      expectEqual('Ready with a lease alone', await leasing.condition('Ready'), 'True');
      expectEqual('Ready with reports alone', await reporting.condition('Ready'), 'True');
    });
  },
} satisfies Case;
