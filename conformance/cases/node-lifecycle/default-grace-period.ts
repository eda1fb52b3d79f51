import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { nodeInOwnZone } from '../../fixtures/node-heartbeats.ts';

/** The documented grace period in milliseconds, and the margin that the case keeps from it. */
const defaultGrace = 50_000;
const margin = 5_000;

export default {
  id: 'default-grace-period',
  title: 'By default a node without heartbeats MUST be Unknown after 50 seconds, and not after 40.',
  requirements: ['NLIFE-001', 'NLIFE-002', 'NLIFE-015U'],
  async run(c) {
    const began = c.clock.monotonic();
    const { node } = await nodeInOwnZone(c);
    for (;;) {
      const ready = await node.condition('Ready');
      // A response that comes too late, as on a suspended host, proves nothing.
      if (c.clock.monotonic() - began > defaultGrace - margin) break;
      expectEqual('Ready before the time', ready, 'True');
      await c.clock.sleep(1_000, c.signal);
    }
    // A node is looked at every five seconds.
    const soon = 3 * margin;
    await c.eventually(async () => expectEqual('Ready', await node.condition('Ready'), 'Unknown'), soon);
  },
} satisfies Case;
