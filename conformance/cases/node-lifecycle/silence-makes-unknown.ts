import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { during, nodeInOwnZone, shortGrace, shortGraceServer } from '../node-heartbeats.ts';

export default {
  id: 'silence-makes-unknown',
  title: 'A node MUST be Unknown when nothing came from it for the set grace period, and not before.',
  requirements: ['NLIFE-001', 'NLIFE-003', 'NLIFE-004'],
  launch: shortGraceServer,
  async run(c) {
    const { node, companion } = await nodeInOwnZone(c);
    await during(c, [companion.renewLease], async () => {
      await during(c, [node.renewLease], () => c.clock.sleep(1.3 * shortGrace, c.signal));
      expectEqual('Ready of a node with heartbeats', await node.condition('Ready'), 'True');
      const silentSince = c.clock.monotonic();
      await c.eventually(async () => expectEqual('Ready', await node.condition('Ready'), 'Unknown'));
      const silence = c.clock.monotonic() - silentSince;
      // The last heartbeat may be a beat older than the moment at which the case stopped it.
      expectThat('time until Unknown', silence > 0.6 * shortGrace, `about ${shortGrace} ms at least`, silence);
      expectEqual('Ready of the companion', await companion.condition('Ready'), 'True');
    });
  },
} satisfies Case;
