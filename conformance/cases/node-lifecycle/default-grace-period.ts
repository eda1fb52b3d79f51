import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { nodeInOwnZone } from '../node-heartbeats.ts';

/** Milliseconds of the documents, and how far the case keeps away from them. */
const defaultGrace = 50_000;
const margin = 5_000;

export default {
  id: 'default-grace-period',
  title: 'Without a setting a silent node MUST be Unknown after 50 seconds, and not after 40.',
  requirements: ['NLIFE-001', 'NLIFE-002', 'NLIFE-015U'],
  async run(c) {
    const { node } = await nodeInOwnZone(c);
    await c.clock.sleep(defaultGrace - margin, c.signal);
    expectEqual('Ready shortly before the time', await node.condition('Ready'), 'True');
    await c.eventually(async () => expectEqual('Ready', await node.condition('Ready'), 'Unknown'));
  },
} satisfies Case;
